import { Crop as CropMark, ImageUp } from 'lucide-react'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { fieldLabel } from '#domain/centre/field-names.ts'
import type { Json } from '#domain/centre/merge-documents.ts'
import { firstCrop } from '#domain/centre/pictures/crop.ts'
import {
  isSitePicture,
  largestAddress,
  PICTURE_USES,
  type PictureUse,
  type SitePicture,
} from '#domain/centre/pictures/site-picture.ts'
import { UploadProgress } from '../../files/upload-progress.tsx'
import { ruleOf } from '../field-rules.ts'
import { useIsFirst } from '../fields/field-language.ts'
import { useFault, useSiteDesk } from '../fields/site-desk.ts'
import { TextField } from '../fields/site-fields.tsx'
import type { Cropping } from './crop-dialog.tsx'
import { fileIn } from './file-in.ts'
import { usePictureUpload } from './use-picture-upload.ts'
import './pictures.css'

/** What crops is asked for with the first picture. */
const CropDialog = lazy(async () => ({ default: (await import('./crop-dialog.tsx')).CropDialog }))

type PictureFieldProps = {
  path: string
  use: PictureUse
  /** Whether what it shows must be said. */
  isDescribed?: boolean
  /** What the field holds without a picture. */
  without?: Json
  /** What the page shows then. */
  children?: React.ReactNode
}

/** A picture of the centre's own: chosen, dropped, pasted or taken by the phone, then cropped. */
export function PictureField({ path, use, isDescribed = false, without, children }: PictureFieldProps) {
  const { value, set } = useSiteDesk()
  const present = value(path)
  const picture = isSitePicture(present) ? (present as SitePicture) : null
  const [cropping, setCropping] = useState<Cropping | null>(null)
  const [isOver, setOver] = useState(false)
  const field = useRef<HTMLFieldSetElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const { sending, failed, send, fail } = usePictureUpload(use, ({ source, ...size }) =>
    setCropping({ source, crop: firstCrop(size, PICTURE_USES[use]) }),
  )
  const fault = useFault(path, `${path}.alt`)
  const hint = picture ? undefined : ruleOf(path)
  const name = fieldLabel(path)

  function take(transfer: DataTransfer) {
    const file = fileIn(transfer)
    if (file) void send(file)
    else fail('That was no file. Save the picture first, then drop or choose it here.')
  }

  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      if (!event.clipboardData || !fileIn(event.clipboardData) || !isMeant(field.current, event.target))
        return
      event.preventDefault()
      take(event.clipboardData)
    }
    document.addEventListener('paste', paste)
    return () => document.removeEventListener('paste', paste)
  })

  if (!useIsFirst()) return picture && isDescribed ? <TextField path={`${path}.alt`} /> : null
  return (
    <fieldset
      ref={field}
      className="site-picture"
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        if (!sending && !cropping) take(event.dataTransfer)
      }}
    >
      <legend>{name}</legend>
      <div className="site-picture-row">
        <div className="site-picture-shown" data-use={use}>
          {picture ? (
            <img
              src={largestAddress(picture)}
              width={picture.width}
              height={picture.height}
              alt={`${name} as it is in the form`}
            />
          ) : (
            <ImageUp aria-hidden="true" className="size-7" />
          )}
        </div>
        {sending ? (
          <UploadProgress {...sending} />
        ) : (
          <div className="flex flex-wrap gap-2">
            <label className="button button-line button-small">
              {picture ? 'Another picture' : 'Choose a picture'}
              <input
                ref={input}
                type="file"
                name={path}
                className="sr-only"
                accept="image/*"
                aria-label={`${picture ? 'Another picture' : 'Choose a picture'}: ${name}`}
                aria-describedby={fault || failed || hint ? `${path}-said` : undefined}
                aria-invalid={fault || failed ? true : undefined}
                onChange={({ target }) => {
                  const file = target.files?.[0]
                  target.value = ''
                  if (file) void send(file)
                }}
              />
            </label>
            {picture?.from && (
              <button
                type="button"
                className="button button-line button-small"
                onClick={() => setCropping(picture.from ?? null)}
              >
                <CropMark aria-hidden="true" className="size-4.5" /> Crop
                <span className="sr-only">: {name}</span>
              </button>
            )}
            {picture && (
              <button
                type="button"
                className="button button-quiet button-small"
                onClick={() => {
                  set(path, without)
                  input.current?.focus()
                }}
              >
                Take away<span className="sr-only">: {name}</span>
              </button>
            )}
            {failed?.file && (
              <button
                type="button"
                className="button button-small"
                onClick={() => failed.file && void send(failed.file)}
              >
                Send it again
              </button>
            )}
          </div>
        )}
      </div>
      <div id={`${path}-said`}>
        {(failed || fault) && (
          <p className="field-error text-sm" role="alert">
            {failed?.sentence ?? fault}
          </p>
        )}
        {hint && <p className="text-quiet text-sm">{hint}</p>}
      </div>
      {!picture && children}
      {picture && isDescribed && <TextField path={`${path}.alt`} />}
      {cropping && (
        <Suspense fallback={<span className="spinner" role="status" aria-label="Opening the picture" />}>
          <CropDialog
            name={name}
            use={use}
            cropping={cropping}
            finalFocus={input}
            onCancel={() => setCropping(null)}
            onCropped={(cropped) => {
              const { alt = '', translations } = (picture ?? {}) as { alt?: string; translations?: Json }
              set(path, { ...cropped, ...(isDescribed && { alt, ...(translations && { translations }) }) })
              setCropping(null)
            }}
          />
        </Suspense>
      )}
    </fieldset>
  )
}

/** Pasted within it; or with no field in use, where no other picture can be meant. */
function isMeant(field: HTMLElement | null, target: EventTarget | null) {
  if (!field || document.querySelector('[role="dialog"]')) return false
  if (target instanceof Node && field.contains(target)) return true
  return target === document.body && document.querySelectorAll('.site-picture').length === 1
}
