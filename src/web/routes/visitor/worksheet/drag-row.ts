/** Follows a pointer from a row's grip on: the row that it is over is marked, and where it is let go the row is moved to. */
export function dragRow(
  event: React.PointerEvent<HTMLElement>,
  list: HTMLElement,
  from: number,
  move: (from: number, to: number) => void,
): void {
  if (event.button !== 0) return
  event.preventDefault()
  const grip = event.currentTarget
  const rows = [...list.children] as HTMLElement[]
  const over = new AbortController()
  let to = from
  grip.setPointerCapture(event.pointerId)
  const mark = (goal: number | null) => {
    for (const [at, row] of rows.entries()) {
      row.toggleAttribute('data-dragged', goal !== null && at === from)
      row.toggleAttribute('data-goal', at === goal && at !== from)
      row.toggleAttribute('data-below', at === goal && at > from)
    }
  }
  const follow = ({ clientX, clientY }: PointerEvent) => {
    const found = rows.findIndex((row) => {
      const { left, right, top, bottom } = row.getBoundingClientRect()
      return clientX >= left - 40 && clientX <= right + 40 && clientY >= top && clientY <= bottom
    })
    if (found >= 0) to = found
    mark(to)
    // Beyond the edges of the window the page goes on below the pointer.
    if (clientY < EDGE) scrollBy(0, -STEP)
    else if (clientY > innerHeight - EDGE) scrollBy(0, STEP)
  }
  const end = (isDone: boolean) => {
    over.abort()
    mark(null)
    if (isDone) move(from, to)
  }
  const { signal } = over
  grip.addEventListener('pointermove', follow, { signal })
  grip.addEventListener('pointerup', () => end(true), { signal })
  grip.addEventListener('pointercancel', () => end(false), { signal })
  addEventListener('keydown', ({ key }) => key === 'Escape' && end(false), { signal })
}

const [EDGE, STEP] = [60, 24]
