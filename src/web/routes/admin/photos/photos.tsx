import { Camera, ChevronLeft, ChevronRight, Images, RotateCw, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { PDF_LIMIT } from '#domain/files/upload-limits.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Field } from '#web/ui/field.tsx'
import { putInInbox } from '../inbox/row-storage.ts'
import { useAdmin } from '../layout.tsx'
import { adminMeta } from '../titles-and-toasts.ts'
import { makePdf, usePhotos } from './use-photos.ts'
import './photos.css'
import type { StoredPhoto } from './stored-photos.ts'

export const meta = adminMeta('Photos of a paper')

export default function Photos() {
  const { photos, sentence, isStoring, add, turn, takeOff, move, clear } = usePhotos()
  const [name, setName] = useState('')
  const [whiten, setWhiten] = useState(true)
  const [done, setDone] = useState<number | null>(null)
  const [failure, setFailure] = useState('')
  const { email } = useAdmin()
  const navigate = useNavigate()
  const count = photos?.length ?? 0

  async function make() {
    if (!photos || count === 0) return
    setFailure('')
    setDone(0)
    try {
      const pdf = await makePdf(photos, { name: name.trim() || 'Photos of a paper', whiten, onPage: setDone })
      if (pdf.size > PDF_LIMIT)
        throw new Error('The PDF would be larger than 50 MiB: make two of fewer photos.')
      await putInInbox([pdf], email)
      clear()
      await navigate('/admin/upload')
    } catch (error) {
      setFailure(error instanceof Error ? error.message : 'The PDF could not be made; try again.')
    } finally {
      setDone(null)
    }
  }

  return (
    <div className="ruled grid gap-8">
      <div>
        <h1>Photos of a paper</h1>
        <p className="mt-2 max-w-[60ch] text-quiet">
          Photograph each page, put them in order, and they become one PDF. Nobody sees it before you publish
          it.
        </p>
      </div>
      <AddPhotos onChosen={add} disabled={done !== null} />
      {(sentence || failure) && (
        <p className="field-error" role="alert">
          {failure || sentence}
        </p>
      )}
      {photos && count === 0 && (
        <div className="instead admin-sheet">
          <EmptyState mark="?" />
          <p className="max-w-[40ch] text-lg leading-snug">
            No photo yet. Lay the page flat in good light, and hold the phone straight above it.
          </p>
        </div>
      )}
      <ol className="photos empty:hidden" aria-busy={isStoring}>
        {photos?.map((photo, at) => (
          <PhotoSheet
            key={photo.id}
            photo={photo}
            place={at + 1}
            last={count}
            disabled={done !== null}
            onTurn={() => turn(photo.id)}
            onTakeOff={() => takeOff(photo.id)}
            onMove={(by) => move(photo.id, by)}
          />
        ))}
      </ol>
      {count > 0 && (
        <form
          className="admin-sheet grid gap-5"
          onSubmit={(event) => {
            event.preventDefault()
            void make()
          }}
        >
          <Field
            label="What paper is it?"
            hint="Such as “10th State Maths quarterly 2025”: the fields are filled in from it."
          >
            {(field) => (
              <input
                {...field}
                className="input"
                value={name}
                maxLength={120}
                onChange={(event) => setName(event.target.value)}
              />
            )}
          </Field>
          <label className="tick">
            <input
              className="size-5"
              type="checkbox"
              checked={whiten}
              onChange={(event) => setWhiten(event.target.checked)}
            />
            Grey, with white paper: easier to read, and a smaller file
          </label>
          <div className="flex flex-wrap items-center gap-4">
            <button type="submit" className="button min-w-40" disabled={done !== null}>
              {done !== null && <span className="spinner" aria-hidden="true" />}
              {count === 1 ? 'Make a PDF of one page' : `Make a PDF of ${count} pages`}
            </button>
            {done !== null && (
              <p role="status">
                Page {Math.min(done + 1, count)} of {count} …
              </p>
            )}
          </div>
        </form>
      )}
    </div>
  )
}

function AddPhotos({ onChosen, disabled }: { onChosen: (files: File[]) => void; disabled: boolean }) {
  const take = (event: React.ChangeEvent<HTMLInputElement>) => {
    onChosen([...(event.target.files ?? [])])
    event.target.value = ''
  }
  return (
    <div className="flex flex-wrap gap-2 sm:gap-3">
      <label className="button takes-files max-sm:px-3" data-disabled={disabled || undefined}>
        <Camera aria-hidden="true" className="size-5" />
        Take a photo
        <input type="file" accept="image/*" capture="environment" disabled={disabled} onChange={take} />
      </label>
      <label className="button button-line takes-files max-sm:px-3" data-disabled={disabled || undefined}>
        <Images aria-hidden="true" className="size-5" />
        Choose photos
        <input type="file" accept="image/*" multiple disabled={disabled} onChange={take} />
      </label>
    </div>
  )
}

type PhotoSheetProps = {
  photo: StoredPhoto
  /** From 1 to `last`. */
  place: number
  last: number
  disabled: boolean
  onTurn: () => void
  onTakeOff: () => void
  onMove: (by: -1 | 1) => void
}

function PhotoSheet({ photo, place, last, disabled, onTurn, onTakeOff, onMove }: PhotoSheetProps) {
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
