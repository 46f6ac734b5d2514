import { useState } from 'react'
import { KEPT_TEXTS as TEXTS } from '../keeping/kept-texts.ts'

/** Asks once more in the place of the button: nothing brings it back but the line. */
export function RemoveAll({ count, onRemoved }: { count: number; onRemoved: () => void }) {
  const [isAsking, setAsking] = useState(false)
  async function remove() {
    const { removeAllKept } = await import('../keeping/keep/kept-store.ts')
    await removeAllKept()
    onRemoved()
  }
  if (!isAsking)
    return (
      <button type="button" className="button button-line mt-6" onClick={() => setAsking(true)}>
        {TEXTS.removeAll}
      </button>
    )
  return (
    <div className="kept-note mt-6" role="alert">
      <p>{TEXTS.removeAllAsk(count)}</p>
      <p className="flex flex-wrap gap-3 mt-3">
        <button type="button" className="button button-danger" onClick={remove}>
          {TEXTS.removeAllYes}
        </button>
        <button type="button" className="button button-line" onClick={() => setAsking(false)}>
          {TEXTS.removeAllNo}
        </button>
      </p>
    </div>
  )
}
