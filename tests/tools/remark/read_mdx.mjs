// Reads lines of {"id", "text"} and writes lines of {"id", "tree" | "error"}: what remark-mdx makes of each text.
// Needs unified, remark-parse, remark-mdx, remark-gfm, remark-frontmatter and remark-math; see __main__.py.
import readline from 'node:readline'
import {unified} from 'unified'
import remarkFrontmatter from 'remark-frontmatter'
import remarkGfm from 'remark-gfm'
import remarkMath from 'remark-math'
import remarkMdx from 'remark-mdx'
import remarkParse from 'remark-parse'

const processor = unified().use(remarkParse).use(remarkMdx).use(remarkGfm).use(remarkFrontmatter, ['yaml'])
if (process.argv.includes('--math')) processor.use(remarkMath)
processor.freeze()

const FIELDS = [
  'value', 'url', 'alt', 'lang', 'meta', 'depth', 'ordered', 'checked', 'identifier', 'label', 'title', 'start'
]

function attribute(one) {
  if (one.type === 'mdxJsxExpressionAttribute') return {spread: one.value}
  if (one.value === null || one.value === undefined) return {name: one.name}
  return typeof one.value === 'object' ? {name: one.name, expr: one.value.value} : {name: one.name, value: one.value}
}

function plain(node) {
  const result = {t: node.type, line: node.position?.start.line}
  if (node.name) result.name = node.name
  if (node.attributes) result.attrs = node.attributes.map(attribute)
  for (const field of FIELDS) {
    if (node[field] !== undefined && node[field] !== null) result[field] = node[field]
  }
  if (node.children) result.c = node.children.map(plain)
  return result
}

for await (const line of readline.createInterface({input: process.stdin, crlfDelay: Infinity})) {
  if (!line) continue
  const {id, text} = JSON.parse(line)
  try {
    console.log(JSON.stringify({id, tree: plain(processor.parse(text))}))
  } catch (error) {
    console.log(JSON.stringify({id, error: String(error.message)}))
  }
}
