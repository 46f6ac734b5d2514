import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { FIELD_SIZE_LIMIT, FILE_NAME_LIMIT } from '#domain/files/upload-limits.ts'

/** Why an upload could not be taken in. */
export class UploadFault extends Error {
  readonly status: ContentfulStatusCode
  readonly code: string
  readonly field: string | undefined
  constructor(status: ContentfulStatusCode, code: string, sentence: string, field?: string) {
    super(sentence)
    this.status = status
    this.code = code
    this.field = field
  }
}

export function notMultipart() {
  return new UploadFault(415, 'not-multipart', 'Send the paper as multipart/form-data.')
}

export function brokenBody() {
  return new UploadFault(
    400,
    'upload-broken-off',
    'The upload broke off before all of it had arrived; send it again.',
  )
}

export function tooSlow() {
  return new UploadFault(
    408,
    'too-slow',
    'The upload was too slow and was given up; try again on a better connection.',
  )
}

export function unknownField(name: string) {
  return new UploadFault(422, 'unknown-field', `There is no file field called "${name}".`, name)
}

export function sentTwice(name: string) {
  return new UploadFault(422, 'sent-twice', `The field "${name}" was sent twice; send it once.`, name)
}

export function nameTooLong(name: string) {
  return new UploadFault(
    422,
    'name-too-long',
    `The file's name is longer than ${FILE_NAME_LIMIT} bytes; rename it.`,
    name,
  )
}

export function fieldTooLong(name: string) {
  return new UploadFault(
    422,
    'field-too-long',
    `The field "${name}" is longer than ${FIELD_SIZE_LIMIT} bytes; shorten it.`,
    name,
  )
}

export function tooManyFields() {
  return new UploadFault(422, 'too-many-fields', 'The form has more fields or files than this page sends.')
}

/** `limit` in bytes; `name` is the field's. */
export function fileTooLarge(limit: number, name: string) {
  const what = name === 'thumbnail' ? 'thumbnail' : 'PDF'
  return new UploadFault(
    413,
    'file-too-large',
    `The ${what} is larger than ${limit / 1024 ** 2} MiB; choose a smaller file.`,
    name,
  )
}

export function diskFull() {
  return new UploadFault(
    507,
    'disk-full',
    "The server's disk is nearly full: make room, then send the paper again.",
  )
}
