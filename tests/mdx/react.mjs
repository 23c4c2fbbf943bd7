// Reads lines of {"code", "name", "props"} and writes what React shows of each: {"pieces"} or {"error"}.
// Needs react, react-dom and sucrase; see test_react.py.
import readline from 'node:readline'
import React from 'react'
import {renderToStaticMarkup} from 'react-dom/server'
import {transform} from 'sucrase'

const hooks = Object.keys(React).filter((name) => name.startsWith('use'))
const entities = {amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'"}

function shown({code, name, props}) {
  const tags = new Set([...code.matchAll(/<([A-Z]\w*)/g)].map((match) => match[1]))
  const others = [...tags].filter((tag) => !new RegExp(`\\b(const|function) ${tag}\\b`).test(code))
  const plain = others.map((tag) => `const ${tag} = ({children}) => children ?? null;`).join('\n')
  const options = {transforms: ['jsx', 'typescript'], jsxRuntime: 'classic', production: true}
  const compiled = transform(`${plain}\n${code}`, options).code
  const component = new Function('React', ...hooks, `${compiled}\nreturn ${name}`)(React, ...hooks.map((hook) => React[hook]))
  return renderToStaticMarkup(React.createElement(component, props))
}

for await (const line of readline.createInterface({input: process.stdin})) {
  let result
  try {
    const pieces = shown(JSON.parse(line)).split(/<[^>]*>/)
    result = {pieces: pieces.map((text) => text.replace(/&(#?\w+);/g, (whole, key) => entities[key] ?? whole))}
  } catch (error) {
    result = {error: String(error)}
  }
  process.stdout.write(JSON.stringify(result) + '\n')
}
