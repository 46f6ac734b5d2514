import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import {
  AbortMultipartUploadCommand,
  ListMultipartUploadsCommand,
  type ListMultipartUploadsCommandInput,
  type ListMultipartUploadsCommandOutput,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { randomName } from '#domain/files/file-key.ts'
import type { FileSource } from '#domain/files/file-store.ts'
import type { S3Connection } from './s3-connection.ts'
import { asking, isNotImplemented, isTaken } from './s3-fault.ts'
import type { S3Objects } from './s3-objects.ts'

/** What is larger is sent in parts, each tried again by itself. */
const PART_BYTES = 8 * 1024 * 1024
const PARTS_AT_ONCE = 2
const LAST_LOOK_MS = 5_000

/** Stores files under names that are free, whole or not at all. */
export type StoreOnce = ReturnType<typeof createStoreOnce>

export function createStoreOnce({ place, uploads, calls, patience }: S3Connection, objects: S3Objects) {
  const busy = new Set<string>()
  /** Until a store says that it does not know conditions. */
  let knowsConditions = true

  async function send(name: string, source: FileSource, { type, mark }: { type: string; mark: string }) {
    const body = 'path' in source ? createReadStream(source.path) : source.bytes
    const late = new AbortController()
    const timer = setTimeout(() => late.abort(), patience.uploads)
    const params = {
      ...{ Bucket: place.bucket, Key: `${place.prefix}${name}`, Body: body, ContentType: type },
      ...{ Metadata: { put: mark }, IfNoneMatch: knowsConditions ? '*' : undefined },
    }
    const parts = { partSize: PART_BYTES, queueSize: PARTS_AT_ONCE, abortController: late }
    try {
      await new Upload({ client: uploads, params, ...parts }).done()
    } catch (error) {
      const seconds = patience.uploads / 1000
      throw late.signal.aborted ? new Error(`It took longer than ${seconds} s.`, { cause: error }) : error
    } finally {
      clearTimeout(timer)
      if ('destroy' in body) body.destroy()
    }
  }

  async function putMarked(name: string, source: FileSource, type: string): Promise<void> {
    const mark = randomName(16)
    try {
      await asking(send(name, source, { type, mark }))
    } catch (error) {
      const { cause } = error as Error
      if (knowsConditions && isNotImplemented(cause)) {
        knowsConditions = false
        return await putMarked(name, source, type)
      }
      // The answer to an attempt may have been lost after it was stored.
      const there = await objects.head(name, AbortSignal.timeout(LAST_LOOK_MS)).catch(() => null)
      if (there?.metadata.put === mark) return
      throw there && isTaken(cause) ? taken(name) : error
    }
  }

  return {
    /** Throws `EEXIST` where something is; else a FileStoreFault, and then nothing is stored. */
    async put(name: string, source: FileSource, type: string): Promise<void> {
      if (busy.has(name)) throw taken(name)
      busy.add(name)
      try {
        if ('path' in source) await stat(source.path)
        // With stores that ignore the condition, this alone keeps what is there.
        if (await objects.head(name)) throw taken(name)
        await putMarked(name, source, type)
      } finally {
        busy.delete(name)
      }
    },

    /** Forgets the parts of uploads that were begun before this time and never ended, where the store lists them. */
    async discardParts(begin: string, before: Date): Promise<void> {
      for await (const { Key, UploadId, Initiated } of unfinished(`${place.prefix}${begin}`)) {
        if (!Initiated || Initiated > before) continue
        await asking(calls.send(new AbortMultipartUploadCommand({ Bucket: place.bucket, Key, UploadId })))
      }
    },
  }

  async function* unfinished(Prefix: string) {
    let markers: Pick<ListMultipartUploadsCommandInput, 'KeyMarker' | 'UploadIdMarker'> | null = {}
    while (markers) {
      const page: ListMultipartUploadsCommandOutput | null = await listUnfinished({ Prefix, ...markers })
      yield* page?.Uploads ?? []
      const next = { KeyMarker: page?.NextKeyMarker, UploadIdMarker: page?.NextUploadIdMarker }
      markers = page?.IsTruncated && next.KeyMarker ? next : null
    }
  }

  async function listUnfinished(asked: Omit<ListMultipartUploadsCommandInput, 'Bucket'>) {
    const list = calls.send(new ListMultipartUploadsCommand({ Bucket: place.bucket, ...asked }))
    return await asking(list).catch((error: Error) => {
      if (isNotImplemented(error.cause)) return null
      throw error
    })
  }
}

function taken(name: string) {
  return Object.assign(new Error(`There is something under this name: ${name}`), { code: 'EEXIST' })
}
