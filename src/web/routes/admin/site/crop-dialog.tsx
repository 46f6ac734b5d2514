import { Dialog } from '@base-ui/react/dialog'
import { Minus, Plus } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import Cropper from 'react-easy-crop'
import { IconButton } from '../icon-button.tsx'
import 'react-easy-crop/react-easy-crop.css'
import { type Crop, cropPixels, rounded, type Size, zoomsOf } from '#domain/centre/pictures/crop.ts'
import { PICTURE_USES, type PictureUse, type SitePicture } from '#domain/centre/pictures/site-picture.ts'
import { BusyButton } from '#web/ui/busy-button.tsx'
import { asCallError } from '../client/call-error.ts'
import { cropSource, fetchSource } from './send-picture.ts'

export type Cropping = { source: string; crop: Crop }

type CropDialogProps = {
  name: string
  use: PictureUse
  cropping: Cropping
  finalFocus: React.RefObject<HTMLElement | null>
  onCropped: (picture: SitePicture) => void
  onCancel: () => void
}

/** In pixels of the screen, with an arrow key. */
const STEP = 8
const ZOOM_STEP = 1.1

/** Chooses the part of a picture that is shown: by hand, by two fingers and by the keys alike. */
export function CropDialog({ name, use, cropping, finalFocus, onCropped, onCancel }: CropDialogProps) {
  const shape = PICTURE_USES[use]
  const { loaded, failure } = useSource(cropping.source)
  const area = useRef<React.RefObject<HTMLElement | null> | null>(null)
  const wasFocused = useRef(false)
  const [place, setPlace] = useState({ x: 0, y: 0 })
  const [zoom, setZoom] = useState(1)
  const [part, setPart] = useState(cropping.crop)
  const [isMaking, setMaking] = useState(false)
  const [fault, setFault] = useState('')
  // While the files are made, another tab may have moved what the picture belongs to.
  const latest = useRef(onCropped)
  latest.current = onCropped
  const size = loaded?.size
  const zooms = size ? zoomsOf(size, shape, shape.widths[0] ?? 1) : { least: 1, most: 5 }
  const pixels = size && cropPixels(part, size, shape)

  // The keys work at once: the part is drawn when the picture's place is known.
  useEffect(() => {
    if (wasFocused.current || !part || !area.current?.current) return
    wasFocused.current = true
    area.current.current.focus({ preventScroll: true })
  }, [part])

  function zoomBy(factor: number) {
    setZoom((now) => Math.min(zooms.most, Math.max(zooms.least, now * factor)))
  }

  function zoomByKey(event: React.KeyboardEvent) {
    const factor = { '+': ZOOM_STEP, '=': ZOOM_STEP, '-': 1 / ZOOM_STEP, _: 1 / ZOOM_STEP }[event.key]
    if (!factor || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    zoomBy(factor)
  }

  async function make() {
    setMaking(true)
    setFault('')
    try {
      const picture = await cropSource(cropping.source, use, rounded(part))
      latest.current(picture)
    } catch (error) {
      setFault(asCallError(error).message)
      setMaking(false)
    }
  }

  return (
    <Dialog.Root open onOpenChange={(next) => !next && onCancel()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Popup
          className="dialog site-crop"
          initialFocus={() => area.current?.current ?? true}
          // What was pressed is gone since: a bar was in its place while the picture was sent.
          finalFocus={finalFocus}
          onKeyDown={zoomByKey}
        >
          <Dialog.Title className="text-2xl">{name}: which part?</Dialog.Title>
          <Dialog.Description className="text-quiet text-sm">
            Move the picture with the mouse, a finger or the arrow keys. Zoom with the wheel, two fingers or +
            and −.
          </Dialog.Description>
          <div className="site-crop-place" data-use={use}>
            {loaded && (
              <Cropper
                image={loaded.address}
                aspect={shape.aspect}
                cropShape={use === 'portrait' ? 'round' : 'rect'}
                restrictPosition={!shape.mayOverlap}
                {...{ crop: place, zoom, minZoom: zooms.least, maxZoom: zooms.most, keyboardStep: STEP }}
                initialCroppedAreaPercentages={cropping.crop}
                disableAutomaticStylesInjection
                onCropChange={setPlace}
                onZoomChange={setZoom}
                onCropAreaChange={setPart}
                setCropperRef={(cropper) => {
                  area.current = cropper
                }}
                mediaProps={{ alt: '' }}
                cropperProps={{ role: 'application', 'aria-label': 'The part that is shown' }}
              />
            )}
            {!loaded && !failure && <span className="spinner m-auto" role="status" aria-label="Loading" />}
          </div>
          <div className="flex items-center gap-2">
            <IconButton Mark={Minus} name="Smaller" onClick={() => zoomBy(1 / ZOOM_STEP)} />
            <input
              type="range"
              aria-label="Zoom"
              className="min-w-0 flex-1 accent-pen"
              min={zooms.least}
              max={zooms.most}
              step="any"
              value={zoom}
              aria-valuetext={`${Math.round(zoom * 100)} %`}
              onChange={({ target }) => setZoom(Number(target.value))}
            />
            <IconButton Mark={Plus} name="Larger" onClick={() => zoomBy(ZOOM_STEP)} />
          </div>
          <p role="status" className="text-quiet text-sm">
            {pixels && `${pixels.width} × ${pixels.height} pixels of it are shown.`}
            {pixels && pixels.width < (shape.widths[1] ?? 0) && ' That is few: it will look coarse.'}
          </p>
          {(fault || failure) && (
            <p className="field-error text-sm" role="alert">
              {fault || failure}
            </p>
          )}
          <div className="flex flex-wrap gap-3">
            <BusyButton className="button" busy={isMaking} disabled={!size} onClick={() => void make()}>
              Use this part
            </BusyButton>
            <button type="button" className="button button-line" onClick={onCancel}>
              Cancel
            </button>
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

/** With its size, which says how far may be zoomed. */
function useSource(source: string) {
  const [loaded, setLoaded] = useState<{ address: string; size: Size } | null>(null)
  const [failure, setFailure] = useState('')
  useEffect(() => {
    let isLeft = false
    let made = ''
    fetchSource(source).then(
      async (blob) => {
        if (isLeft) return
        made = URL.createObjectURL(blob)
        const image = Object.assign(new Image(), { src: made })
        await image.decode()
        if (!isLeft)
          setLoaded({ address: made, size: { width: image.naturalWidth, height: image.naturalHeight } })
      },
      (error) => !isLeft && setFailure(asCallError(error).message),
    )
    return () => {
      isLeft = true
      if (made) URL.revokeObjectURL(made)
    }
  }, [source])
  return { loaded, failure }
}
