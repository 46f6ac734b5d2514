import { Toast } from '@base-ui/react/toast'
import { Check, CircleAlert, X } from 'lucide-react'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'

const PLACES = ['bottom-right', 'top-right', 'bottom-left', 'top-left']
const CONTROLS = 'a, button, input, select, textarea, label, summary, [role="button"], [tabindex="0"]'
/** What is pressed next, in bars that stay where they are. */
const NEVER_COVERED = '.retry-line button, .inbox-bars button, .step-ways button'
const BUTTONS = 'main button, main a.button'

/**
 * Moves the toasts to the first corner where they cover no button or, where there is none, neither the control pressed
 * last nor the focused one.
 */
function useFreePlace(toasts: unknown[]) {
  const viewport = useRef<HTMLDivElement>(null)
  const pressed = useRef<Element>(null)

  useLayoutEffect(() => {
    const press = ({ target }: PointerEvent) => {
      const control = target instanceof Element ? target.closest(CONTROLS) : null
      if (!viewport.current?.contains(control)) pressed.current = control
      moveToFreeCorner(viewport.current, pressed.current)
    }
    const move = () => moveToFreeCorner(viewport.current, pressed.current)
    document.addEventListener('pointerdown', press, true)
    document.addEventListener('focusin', move)
    window.addEventListener('resize', move)
    window.addEventListener('scroll', move, { passive: true })
    return () => {
      document.removeEventListener('pointerdown', press, true)
      document.removeEventListener('focusin', move)
      window.removeEventListener('resize', move)
      window.removeEventListener('scroll', move)
    }
  }, [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: every change of the toasts changes what they cover
  useLayoutEffect(() => moveToFreeCorner(viewport.current, pressed.current), [toasts])
  return viewport
}

function moveToFreeCorner(viewport: HTMLElement | null, pressed: Element | null) {
  if (!viewport?.querySelector('.toast')) return
  const focused = document.activeElement?.closest(CONTROLS) ?? null
  const outside = (controls: (Element | null)[]) =>
    controls.filter((control) => control?.isConnected && !viewport.contains(control)) as Element[]
  const kept = outside([pressed, focused, ...document.querySelectorAll(NEVER_COVERED)])
  const all = [...kept, ...outside([...document.querySelectorAll(BUTTONS)])]
  const now = viewport.dataset.place ?? 'bottom-right'
  const isFreeOf = (controls: Element[]) => (place: string) => {
    viewport.dataset.place = place
    const own = viewport.getBoundingClientRect()
    return controls.every((control) => !overlap(own, control.getBoundingClientRect()))
  }
  const places = [now, ...PLACES]
  if (!places.some(isFreeOf(all)) && !places.some(isFreeOf(kept))) viewport.dataset.place = now
}

function overlap(a: DOMRect, b: DOMRect) {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
}

const TOAST_MS = 4_000
const MAX_TOASTS = 3
const MAX_HOVER_MS = 20_000
const manager = Toast.createToastManager()

export type ToastAction = { name: string; act: () => void }

type Kind = 'success' | 'failure'

let visible: { id: string; words: string }[] = []

/** Shown for four seconds, longer while hovered or focused. */
export function toastSuccess(text: string, action?: ToastAction) {
  const id = add('success', 'Operation Success !', text, {
    actionProps: action && {
      children: action.name,
      onClick: () => {
        manager.close(id)
        action.act()
      },
    },
  })
}

export function toastFailure(text: string) {
  add('failure', 'Operation Failed !', text, { priority: 'high' })
}

/** Added before its duplicate closes: the focus passes on, and screen readers announce the text again. */
function add(kind: Kind, title: string, text: string, more: Partial<Parameters<typeof manager.add>[0]>) {
  const words = `${kind} ${text}`
  const duplicate = visible.find((one) => one.words === words)
  const id = manager.add({
    title,
    description: text,
    type: kind,
    ...more,
    onClose: () => {
      visible = visible.filter((one) => one.id !== id)
    },
  })
  visible = [{ id, words }, ...visible]
  const closed = duplicate ? [duplicate] : visible.slice(MAX_TOASTS)
  visible = visible.filter((one) => !closed.includes(one))
  for (const { id: old } of closed) {
    manager.update(old, { data: { isReplaced: true } })
    manager.close(old)
  }
  return id
}

export function Toasts() {
  // No timeout of the library: it would keep all toasts as long as the pointer rests on one.
  return (
    <Toast.Provider toastManager={manager} timeout={0}>
      <Toast.Portal>
        <ToastList />
      </Toast.Portal>
    </Toast.Provider>
  )
}

function ToastList() {
  const { toasts } = Toast.useToastManager()
  const { isHeld, hold } = useHold(toasts.length > 0)
  const place = useFreePlace(toasts)
  return (
    <Toast.Viewport ref={place} className="toasts" {...hold}>
      {toasts.map((toast) => (
        <Toast.Root
          key={toast.id}
          toast={toast}
          className="toast"
          data-kind={toast.type}
          data-replaced={toast.data?.isReplaced}
        >
          <AutoClose id={toast.id} isHeld={isHeld} />
          <Toast.Content className="flex items-start gap-3">
            <ToastMark failed={toast.type === 'failure'} />
            <div className="min-w-0 flex-1">
              <Toast.Title className="font-bold text-base tracking-normal" />
              <Toast.Description className="leading-snug" />
              {toast.actionProps && (
                <Toast.Action className="action">
                  <span className="sweeps">{toast.actionProps.children}</span>
                </Toast.Action>
              )}
            </div>
            <Toast.Close
              aria-label="Dismiss"
              className="-my-2 -mr-2 grid size-11 shrink-0 place-items-center"
            >
              <X aria-hidden="true" className="size-4.5" />
            </Toast.Close>
          </Toast.Content>
        </Toast.Root>
      ))}
    </Toast.Viewport>
  )
}

/** Held while hovered (at most 20 s), while the keyboard is in them, and while the window is in the background. */
function useHold(hasToasts: boolean) {
  const [isHovered, setHovered] = useState(false)
  const [isFocused, setFocused] = useState(false)
  const [isInBackground, setInBackground] = useState(false)
  useEffect(() => {
    const leave = () => setInBackground(true)
    const comeBack = () => setInBackground(false)
    window.addEventListener('blur', leave)
    window.addEventListener('focus', comeBack)
    return () => {
      window.removeEventListener('blur', leave)
      window.removeEventListener('focus', comeBack)
    }
  }, [])
  useEffect(() => {
    if (!isHovered) return
    const timer = setTimeout(() => setHovered(false), MAX_HOVER_MS)
    return () => clearTimeout(timer)
  }, [isHovered])
  // An element removed under the pointer fires no leave event.
  useEffect(() => {
    if (hasToasts) return
    setHovered(false)
    setFocused(false)
  }, [hasToasts])
  const hold = {
    onPointerEnter: (event: React.PointerEvent) => setHovered(event.pointerType !== 'touch'),
    onPointerLeave: () => setHovered(false),
    onFocus: (event: React.FocusEvent) => setFocused(event.target.matches(':focus-visible')),
    // Read at once: what is told to React runs when the event is over and has no target any more.
    onBlur: ({ currentTarget, relatedTarget }: React.FocusEvent) =>
      setFocused((was) => was && currentTarget.contains(relatedTarget)),
  }
  return { isHeld: isHovered || isFocused || isInBackground, hold }
}

function AutoClose({ id, isHeld }: { id: string; isHeld: boolean }) {
  const [stay] = useState({ left: TOAST_MS })
  useEffect(() => {
    if (isHeld) return
    const began = performance.now()
    const timer = setTimeout(() => manager.close(id), stay.left)
    return () => {
      clearTimeout(timer)
      stay.left -= performance.now() - began
    }
  }, [id, isHeld, stay])
  return null
}

function ToastMark({ failed }: { failed: boolean }) {
  const Mark = failed ? CircleAlert : Check
  return <Mark aria-hidden="true" className="toast-mark size-5.5" strokeWidth={2.5} />
}
