import { useState } from 'react'
import { useMessages } from '#web/language/use-messages.ts'

/** Asks once more in the place of the button: nothing brings it back but the line. */
export function RemoveAll({ count, onRemoved }: { count: number; onRemoved: () => void }) {
  const m = useMessages()
  const [isAsking, setAsking] = useState(false)
  async function remove() {
    const { removeAllKept } = await import('../keeping/keep/kept-store.ts')
    await removeAllKept()
    onRemoved()
  }
  if (!isAsking)
    return (
      <button type="button" className="button button-line mt-6" onClick={() => setAsking(true)}>
        {m.kept_remove_all()}
      </button>
    )
  return (
    <div className="kept-note mt-6" role="alert">
      <p>{m.kept_remove_all_ask({ count })}</p>
      <p className="flex flex-wrap gap-3 mt-3">
        <button type="button" className="button button-danger" onClick={remove}>
          {m.kept_remove_all_yes()}
        </button>
        <button type="button" className="button button-line" onClick={() => setAsking(false)}>
          {m.kept_remove_all_no()}
        </button>
      </p>
    </div>
  )
}
