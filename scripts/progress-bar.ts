const WIDTH = 30
const EVERY_MS = 100

/**
 * A bar on the last line of a terminal; where nobody looks, a line for every tenth. `show` is told how many of `total`
 * are done, `end` leaves the bar as it is and begins a new line.
 */
export function openProgressBar(what: string, out: NodeJS.WriteStream = process.stderr) {
  let shownAt = -Infinity
  let tenth = -1
  let isOpen = false

  function draw(done: number, total: number) {
    const share = total === 0 ? 1 : Math.min(1, done / total)
    const bar = '█'.repeat(Math.round(share * WIDTH)).padEnd(WIDTH, '░')
    const counts = `${done.toLocaleString('en-IN')} of ${total.toLocaleString('en-IN')} ${what}`
    if (out.isTTY) {
      isOpen = true
      return out.write(`\r${bar} ${Math.floor(share * 100)} % · ${counts}\x1b[K`)
    }
    if (Math.floor(share * 10) === tenth) return
    tenth = Math.floor(share * 10)
    out.write(`${Math.floor(share * 100)} % · ${counts}\n`)
  }

  return {
    show(done: number, total: number) {
      const now = performance.now()
      if (done < total && now < shownAt + EVERY_MS) return
      shownAt = now
      draw(done, total)
    },
    end() {
      if (isOpen) out.write('\n')
      isOpen = false
    },
  }
}
