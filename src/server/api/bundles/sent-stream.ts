/** `length` in bytes; `close` may be called at any time. */
export type SentFile = {
  length: number
  begin: () => ReadableStream<Uint8Array>
  close: () => void | Promise<void>
}

/** Begins when first read; closes the file and calls `release` once: at the end, on failure or on cancel. */
export function sentStream({ begin, close }: SentFile, release: () => void): ReadableStream<Uint8Array> {
  let reader: ReadableStreamDefaultReader<Uint8Array> | undefined
  let isOver = false
  const end = async () => {
    if (isOver) return
    isOver = true
    release()
    await close()
  }
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          reader ??= begin().getReader()
          const { done, value } = await reader.read()
          if (!done) return controller.enqueue(value)
          await end()
          controller.close()
        } catch (error) {
          await end()
          controller.error(error)
        }
      },
      async cancel(reason) {
        await Promise.all([reader?.cancel(reason).catch(() => {}), end()])
      },
    },
    { highWaterMark: 0 },
  )
}
