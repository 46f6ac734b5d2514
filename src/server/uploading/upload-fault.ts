import type { ContentfulStatusCode } from 'hono/utils/http-status'

/** A refused upload; `offset` is where it has to be resumed. */
export class UploadFault extends Error {
  readonly status: ContentfulStatusCode
  readonly code: string
  readonly offset: number | undefined
  constructor(status: ContentfulStatusCode, code: string, sentence: string, offset?: number) {
    super(sentence)
    this.status = status
    this.code = code
    this.offset = offset
  }
}

export function brokenBody() {
  return new UploadFault(
    400,
    'upload-broken-off',
    'The upload broke off before all of it had arrived; send it again.',
  )
}

export function wrongOffset(offset: number) {
  const sentence = `${offset} bytes of this upload have arrived; go on from there.`
  return new UploadFault(409, 'wrong-offset', sentence, offset)
}

export function tooSlow() {
  return new UploadFault(
    408,
    'too-slow',
    'The upload was too slow and was given up; try again on a better connection.',
  )
}

export function diskFull() {
  return new UploadFault(
    507,
    'disk-full',
    "The server's disk is nearly full: make room, then send the paper again.",
  )
}
