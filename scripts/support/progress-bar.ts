import type { WriteStream } from 'node:tty'

const WIDTH = 30
const LINE_EVERY_MS = 5_000
const RENDER_EVERY_MS = 100

type Progress = { done: number; all: number }

/** A bar on a terminal, otherwise a line now and then. */
export function showProgress(to: Pick<WriteStream, 'isTTY' | 'write'>, what: string) {
  const begun = performance.now()
  let shown = Number.NEGATIVE_INFINITY
  let first: number | null = null
  let last: Progress = { done: 0, all: 0 }

  function render({ done, all }: Progress) {
    const share = all === 0 ? 1 : Math.min(1, done / all)
    const full = Math.round(share * WIDTH)
    const bar = `[${'#'.repeat(full)}${'.'.repeat(WIDTH - full)}]`
    const figures = `${Math.floor(share * 100)} %  ${count(done)} of ${count(all)} ${what}${timeLeft(done, all)}`
    to.write(to.isTTY ? `\r\u001b[K${bar} ${figures}` : `${figures}\n`)
  }

  function timeLeft(done: number, all: number) {
    const made = done - (first ?? done)
    if (made <= 0 || done >= all) return ''
    const seconds = Math.ceil(((performance.now() - begun) / made) * ((all - done) / 1000))
    return seconds < 90 ? `, ${seconds} s left` : `, ${Math.ceil(seconds / 60)} min left`
  }

  return {
    show(progress: Progress) {
      first ??= progress.done
      last = progress
      const now = performance.now()
      if (now - shown < (to.isTTY ? RENDER_EVERY_MS : LINE_EVERY_MS)) return
      shown = now
      render(progress)
    },
    end() {
      render(last)
      if (to.isTTY) to.write('\n')
    },
  }
}

function count(number: number) {
  return number.toLocaleString('en-IN')
}
