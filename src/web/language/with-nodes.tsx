import { Fragment, type ReactNode } from 'react'

const PLACE = /\uE000(\d+)\uE001/

/**
 * A sentence with links or bold words in it, whose places differ by language:
 * `withNodes((node) => m.pricing_ask({ link: node(<Link …/>) }))`.
 */
export function withNodes(say: (node: (content: ReactNode) => string) => string): ReactNode {
  const nodes: ReactNode[] = []
  const text = say((content) => `\uE000${nodes.push(content) - 1}\uE001`)
  return text.split(PLACE).map((part, at) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of one sentence, in its order
    at % 2 === 1 ? <Fragment key={at}>{nodes[Number(part)]}</Fragment> : part,
  )
}
