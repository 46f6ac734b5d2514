import type { Zoom } from './zoom.ts'

type Gestures = {
  table: HTMLElement
  list: HTMLElement
  zoom: Zoom
  enter: () => void
  isOpen: () => boolean
  signal: AbortSignal
}

type Pinch = { span: number; x: number; y: number; originX: number; originY: number }

export function followGestures(gestures: Gestures) {
  followFingers(gestures)
  followMouse(gestures)
}

function followFingers({ list, zoom, enter, signal }: Gestures) {
  let pinch: Pinch | null = null
  let now = { factor: 1, x: 0, y: 0 }
  list.addEventListener(
    'touchstart',
    (event) => {
      const two = twoFingers(event)
      if (!two) return
      event.preventDefault()
      enter()
      const box = list.getBoundingClientRect()
      pinch = { ...two, originX: two.x - box.left, originY: two.y - box.top }
      now = { factor: 1, x: two.x, y: two.y }
    },
    { passive: false, signal },
  )
  list.addEventListener(
    'touchmove',
    (event) => {
      const two = twoFingers(event)
      if (!pinch || !two) return
      event.preventDefault()
      const { x, y } = two
      now = { factor: zoom.within((zoom.scale * two.span) / pinch.span) / zoom.scale, x, y }
      // While the fingers move, only a transform changes; the layout follows when they leave.
      list.style.setProperty('transform-origin', `${pinch.originX}px ${pinch.originY}px`)
      list.style.setProperty(
        'transform',
        `translate(${x - pinch.x}px, ${y - pinch.y}px) scale(${now.factor})`,
      )
    },
    { passive: false, signal },
  )
  const over = () => {
    if (!pinch) return
    // Measured while the transform is still on, so that the point under the fingers stays there.
    zoom.to(zoom.scale * now.factor, now.x, now.y, () => list.style.removeProperty('transform'))
    pinch = null
  }
  list.addEventListener('touchend', over, { signal })
  list.addEventListener('touchcancel', over, { signal })
}

function twoFingers({ touches: [one, two, third] }: TouchEvent) {
  if (!one || !two || third) return null
  return {
    span: Math.hypot(one.clientX - two.clientX, one.clientY - two.clientY),
    x: (one.clientX + two.clientX) / 2,
    y: (one.clientY + two.clientY) / 2,
  }
}

function followMouse({ table, zoom, isOpen, signal }: Gestures) {
  let dragged = 0
  table.addEventListener(
    'pointermove',
    (event) => {
      if (event.pointerType !== 'mouse' || event.buttons !== 1 || zoom.scale <= 1) return
      // Words are selected, not dragged.
      if (getSelection()?.isCollapsed === false) return
      dragged += Math.abs(event.movementX) + Math.abs(event.movementY)
      table.scrollBy(-event.movementX, -event.movementY)
    },
    { signal },
  )
  table.addEventListener('pointerdown', () => (dragged = 0), { signal })
  table.addEventListener(
    'click',
    (event) => {
      if (dragged < 6) return
      event.preventDefault()
      event.stopPropagation()
    },
    { capture: true, signal },
  )
  table.addEventListener(
    'wheel',
    (event) => {
      if (!event.ctrlKey || !isOpen()) return
      event.preventDefault()
      zoom.to(zoom.scale * Math.exp(-event.deltaY / 200), event.clientX, event.clientY)
    },
    { passive: false, signal },
  )
}
