import { Crop as CropMark, ImageUp } from 'lucide-react'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { fieldLabel } from '#domain/centre/field-names.ts'
import { firstCrop } from '#domain/centre/pictures/crop.ts'
import {
  isSitePicture,
  largestAddress,
  PICTURE_USES,
  type PictureUse,
  type SitePicture,
} from '#domain/centre/pictures/site-picture.ts'
import type { Json } from '#domain/centre/versions/document-fields.ts'
import { UploadProgress, useSending } from '../files/upload-progress.tsx'
import type { Cropping } from './crop-dialog.tsx'
import { useFault, useIsFirst, useSiteEditor } from './field-language.ts'
import { ruleOf } from './field-rules.ts'
import { TextField } from './site-fields.tsx'
import './pictures.css'
import { useAskBeforeLeaving } from '../ask-before-leaving.ts'
import { asCallError } from '../client/call-error.ts'
import { faultOfPicture, type Source, sendPicture } from './send-picture.ts'

/** `file` is what can be sent again without being chosen again. */
type Failed = { sentence: string; file: File | null }

/** Refused for what they are, they would be refused again; a server that was busy may be quicker next time. */
const isFinal = (status: number, code: string) =>
  [409, 413, 422].includes(status) && !['took-too-long', 'interrupted'].includes(code)

/** Sends a chosen picture; `onSent` gets what is to be cropped. */
function usePictureUpload(use: PictureUse, onSent: (source: Source) => void) {
  const { sending, follow, stop } = useSending()
  const [failed, setFailed] = useState<Failed | null>(null)
  useAskBeforeLeaving(sending !== null)
  // Sent for a part of a list that was taken away, it would be nobody's.
  const latestStop = useRef(stop)
  useEffect(() => latestStop.current, [])

  async function send(file: File) {
    const wrong = faultOfPicture(file)
    setFailed(wrong ? { sentence: wrong, file: null } : null)
    if (wrong) return
    try {
      onSent(await follow((options) => sendPicture(file, use, options)))
    } catch (error) {
      const { status, code, message } = asCallError(error)
      const sentence =
        code === 'stopped' ? 'Cancelled. Everything is as it was.' : status === 0 ? UNREACHED : message
      setFailed({ sentence, file: isFinal(status, code) ? null : file })
    }
  }

  return { sending, failed, send, fail: (sentence: string) => setFailed({ sentence, file: null }) }
}

const UNREACHED = 'The connection was lost while the picture was sent.'

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
  const { value, set } = useSiteEditor()
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

/** The first file that was dropped or pasted; pages that are copied come with text next to them. */
function fileIn(transfer: DataTransfer): File | null {
  const files = [...transfer.files]
  return files.find(({ type }) => type.startsWith('image/')) ?? files[0] ?? null
}
