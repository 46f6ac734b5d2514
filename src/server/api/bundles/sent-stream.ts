/** What is to be sent, `length` bytes of it; `close` may be called at any time, and lets go of what it holds open. */
export type SentFile = {
  length: number
  begin: () => ReadableStream<Uint8Array>
  close: () => void | Promise<void>
}

/**
 * The file as a stream that begins when somebody first reads it, so that nothing is begun for an answer that is never
 * sent. The file is closed and `leave` called once: when all is read, when it fails, or when the reader goes away.
 */
export function sentStream({ begin, close }: SentFile, leave: () => void): ReadableStream<Uint8Array> {
  let reader: ReadableStreamDefaultReader<Uint8Array> | undefined
  let isOver = false
  const end = async () => {
    if (isOver) return
    isOver = true
    leave()
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
