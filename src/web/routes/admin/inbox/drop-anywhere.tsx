import { useEffect, useRef, useState } from 'react'
import { filesDropped } from './dropped-files.ts'

export function DropAnywhere({ onFiles, words }: { onFiles: (files: File[]) => void; words: string }) {
  const [isOver, setOver] = useState(false)
  const depth = useRef(0)
  useEffect(() => {
    const holdsFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') === true
    const move = (by: number) => (event: DragEvent) => {
      if (!holdsFiles(event)) return
      event.preventDefault()
      depth.current = Math.max(0, depth.current + by)
      setOver(depth.current > 0)
    }
    const drop = (event: DragEvent) => {
      if (!holdsFiles(event) || !event.dataTransfer) return
      depth.current = 0
      setOver(false)
      // Files dropped on a file field are that field's.
      if ((event.target as Element).closest?.('input[type=file]')) return
      event.preventDefault()
      void filesDropped(event.dataTransfer).then((files) => files.length > 0 && onFiles(files))
    }
    const handlers = { dragenter: move(1), dragover: move(0), dragleave: move(-1), drop }
    for (const [name, handler] of Object.entries(handlers))
      window.addEventListener(name, handler as EventListener)
    return () => {
      for (const [name, handler] of Object.entries(handlers))
        window.removeEventListener(name, handler as EventListener)
    }
  }, [onFiles])
  if (!isOver) return null
  return (
    <div className="inbox-over">
      <p>{words}</p>
    </div>
  )
}
