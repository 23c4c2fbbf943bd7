"""The pages of an API as docutils nodes.

`operation_page.make_operation_nodes` is what the reader of MDX pages calls for a page of an
operation; `page_writer.OperationContext` is what it needs of the page. The functions of
`introduction_page` do the same for the pages about schemas, tags and the whole API.

Builds that read nothing need the node classes of `markup_parts` only.
"""
