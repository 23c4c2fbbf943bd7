"""Names of the components that the format has."""

from __future__ import annotations

# Source: https://www.mintlify.com/docs/components; a test compares the registry of the components.
COMPONENT_NAMES = frozenset(
    {
        "Accordion",
        "AccordionGroup",
        "Badge",
        "Banner",
        "Callout",
        "Card",
        "CardGroup",
        "Check",
        "CodeBlock",
        "CodeGroup",
        "Color",
        "Color.Item",
        "Color.Row",
        "Column",
        "Columns",
        "Danger",
        "Expandable",
        "FileTree",
        "Frame",
        "GitHub.Repo",
        "Icon",
        "Info",
        "Latex",
        "Mermaid",
        "Note",
        "Panel",
        "ParamField",
        "Prompt",
        "RequestExample",
        "ResponseExample",
        "ResponseField",
        "Step",
        "Steps",
        "Tab",
        "Tabs",
        "Tile",
        "TileGroup",
        "Tip",
        "Tooltip",
        "Tree",
        "Tree.File",
        "Tree.Folder",
        "Update",
        "Variation",
        "View",
        "Visibility",
        "Warning",
    }
)
"""Every component that pages may use without defining it."""

# Source: https://www.mintlify.com/docs/create/reusable-snippets for `Snippet`; `Heading` is what
# the service makes of `##`, which pages of other tools contain.
REPLACED_TAGS = frozenset(
    {
        "Heading",
        "Snippet",
    }
)
"""Tags of the format for which the renderer writes something else, without a component."""
