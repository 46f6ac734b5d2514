import { parseSync } from 'vite'

/** A change of a source text that changes what it does: `insert` takes the place of the text from `start` to `end`. */
export type Fault = { kind: string; start: number; end: number; insert: string }

type Node = { type: string; start: number; end: number } & Record<string, unknown>

const SWAPPED: Record<string, string> = {
  ...{ '<': '<=', '<=': '<', '>': '>=', '>=': '>', '===': '!==', '!==': '===' },
  ...{ '+': '-', '-': '+', '*': '/', '/': '*', '%': '*', '&&': '||', '||': '&&', '??': '&&' },
}

/** Every fault that can be put into a TypeScript file, in the order of the text; throws when it cannot be parsed. */
export function faultsOf(file: string, text: string): Fault[] {
  const { program, errors } = parseSync(file, text)
  if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0]?.message}`)
  const faults: Fault[] = []
  visit(program as unknown as Node)
  return faults.sort((one, other) => one.start - other.start)

  function textOf({ start, end }: Node) {
    return text.slice(start, end)
  }

  function visit(node: Node) {
    // Types change nothing; what a cast is around does.
    if (/^TS(?!AsExpression|SatisfiesExpression|NonNullExpression)/.test(node.type)) return
    // What is thrown is read by developers, and so is the log.
    if (/^(ImportDeclaration|ExportAllDeclaration|ThrowStatement)$/.test(node.type)) return
    if (node.type === 'CallExpression' && /\blog\.\w+$/.test(textOf(node.callee as Node))) return
    const put = (kind: string, start: number, end: number, insert: string) =>
      faults.push({ kind, start, end, insert })
    const inner = (key: string) => node[key] as Node
    if (node.type === 'BinaryExpression' || node.type === 'LogicalExpression') {
      const operator = String(node.operator)
      const swapped = SWAPPED[operator]
      const at = text.indexOf(operator, inner('left').end)
      // What joins texts does not subtract.
      if (swapped && !(operator === '+' && /['"`]/.test(textOf(node))))
        put(`${operator} → ${swapped}`, at, at + operator.length, swapped)
    }
    if (node.type === 'IfStatement') {
      const { start, end } = inner('test')
      put('if (true)', start, end, 'true')
      // What only throws says that something cannot be: exceptions are bugs.
      if (!/^\{?\s*throw\b/.test(textOf(inner('consequent')))) put('if (false)', start, end, 'false')
    }
    if (node.type === 'ConditionalExpression') {
      const { start, end } = inner('test')
      put('condition turned round', start, end, `!(${textOf(inner('test'))})`)
    }
    if (node.type === 'UnaryExpression' && node.operator === '!')
      put('! dropped', node.start, node.start + 1, '')
    if (node.type === 'Literal' && typeof node.value === 'number')
      put('one more', node.start, node.end, `(${textOf(node)} + 1)`)
    if (node.type === 'Literal' && typeof node.value === 'boolean')
      put('turned round', node.start, node.end, String(!node.value))
    if (node.type === 'ExpressionStatement' && !/^['"]|\blog\./.test(textOf(node)))
      put('statement dropped', node.start, node.end, ';')
    if (node.type === 'ReturnStatement' && node.argument) {
      const { start, end } = inner('argument')
      put('returns nothing', start, end, 'undefined as never')
    }
    for (const [key, value] of Object.entries(node)) {
      if (key === 'typeAnnotation' || key === 'key') continue
      for (const child of Array.isArray(value) ? value : [value])
        if (child && typeof child === 'object' && typeof child.type === 'string') visit(child)
    }
  }
}
