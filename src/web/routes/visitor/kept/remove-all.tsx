import { useState } from 'react'
import { useKeptTexts } from '../keeping/kept-texts.ts'

/** Asks once more in the place of the button: nothing brings it back but the line. */
export function RemoveAll({ count, onRemoved }: { count: number; onRemoved: () => void }) {
  const texts = useKeptTexts()
  const [isAsking, setAsking] = useState(false)
  async function remove() {
    const { removeAllKept } = await import('../keeping/keep/kept-store.ts')
    await removeAllKept()
    onRemoved()
  }
  if (!isAsking)
    return (
      <button type="button" className="button button-line mt-6" onClick={() => setAsking(true)}>
        {texts.removeAll}
      </button>
    )
  return (
    <div className="kept-note mt-6" role="alert">
      <p>{texts.removeAllAsk(count)}</p>
      <p className="flex flex-wrap gap-3 mt-3">
        <button type="button" className="button button-danger" onClick={remove}>
          {texts.removeAllYes}
        </button>
        <button type="button" className="button button-line" onClick={() => setAsking(false)}>
          {texts.removeAllNo}
        </button>
      </p>
    </div>
  )
}
