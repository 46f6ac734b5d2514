import type { DrawnPage } from '#web/context.ts'

/** A body in memory, in the order in which it is sent; what is shared is the same buffer in many bodies. */
export type WholeBody = { bytes: Buffer; isShared: boolean }[]

const bodies = new WeakMap<Response, WholeBody>()

/** A response whose body stays known in its parts. */
export function answerInParts(page: DrawnPage, init: ResponseInit): Response {
  const body = page.map((part) =>
    typeof part === 'string'
      ? { bytes: Buffer.from(part), isShared: false }
      : { bytes: part.bytes, isShared: true },
  )
  const answer = new Response(Buffer.concat(body.map(({ bytes }) => bytes)), init)
  bodies.set(answer, body)
  return answer
}

/** Reads a response to its end; one that was made in parts needs no reading. */
export async function wholeBodyOf(response: Response): Promise<WholeBody> {
  return bodies.get(response) ?? [{ bytes: Buffer.from(await response.arrayBuffer()), isShared: false }]
}
