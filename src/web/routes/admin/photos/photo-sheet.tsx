import { ChevronLeft, ChevronRight, RotateCw, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { KeptPhoto } from './kept-files.ts'

type PhotoSheetProps = {
  photo: KeptPhoto
  /** From 1 to `last`. */
  place: number
  last: number
  disabled: boolean
  onTurn: () => void
  onTakeOff: () => void
  onMove: (by: -1 | 1) => void
}

export function PhotoSheet({ photo, place, last, disabled, onTurn, onTakeOff, onMove }: PhotoSheetProps) {
  const address = useAddress(photo.file)
  return (
    <li className="photo-sheet relative grid grid-rows-[1fr_auto] bg-sheet border border-edge shadow-sheet">
      <span className="photo aspect-[1/1.3] p-2 overflow-hidden" data-turns={photo.turns}>
        {address && <img src={address} alt={`Page ${place}: ${photo.name}`} />}
      </span>
      <p
        className="absolute top-0 left-0 min-w-8 py-0.5 px-2 bg-mark text-on-mark font-bold text-center"
        aria-hidden="true"
      >
        {place}
      </p>
      <div className="photo-acts flex flex-wrap justify-between border-t border-t-line">
        <button
          type="button"
          className="icon-button"
          aria-label={`Move page ${place} forward`}
          disabled={disabled || place === 1}
          onClick={() => onMove(-1)}
        >
          <ChevronLeft aria-hidden="true" />
        </button>
        <button
          type="button"
          className="icon-button"
          aria-label={`Move page ${place} back`}
          disabled={disabled || place === last}
          onClick={() => onMove(1)}
        >
          <ChevronRight aria-hidden="true" />
        </button>
        <button
          type="button"
          className="icon-button"
          aria-label={`Turn page ${place} to the right`}
          disabled={disabled}
          onClick={onTurn}
        >
          <RotateCw aria-hidden="true" />
        </button>
        <button
          type="button"
          className="icon-button"
          aria-label={`Take page ${place} off`}
          disabled={disabled}
          onClick={onTakeOff}
        >
          <X aria-hidden="true" />
        </button>
      </div>
    </li>
  )
}

/** Revoked when it is no longer shown. */
function useAddress(file: Blob) {
  const [address, setAddress] = useState('')
  useEffect(() => {
    const made = URL.createObjectURL(file)
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return address
}
