import { useState, useSyncExternalStore } from 'react'
import { useCentre } from '#web/centre/use-centre.ts'
import { useMessages } from '#web/language/use-messages.ts'
import { withNodes } from '#web/language/with-nodes.tsx'
import { Mark } from '#web/ui/mark.tsx'
import drawings from '../pages.svg?url'
import { directions, embeddedMap, inDegrees, wholeMap } from './map-address.ts'

export function ContactMap() {
  const { name, contacts, position } = useCentre()
  const m = useMessages()
  const [isShown, setShown] = useState(false)
  const isReady = useSyncExternalStore(noChange, inBrowser, onServer)
  return (
    <div className="map-sheet" data-wakes>
      {isShown ? (
        <iframe
          ref={takeFocus}
          src={embeddedMap(position)}
          title={m.contact_map({ name, place: contacts.locality })}
          sandbox="allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox"
        />
      ) : (
        <>
          <svg aria-hidden="true">
            <use href={`${drawings}#sketch`} />
          </svg>
          <div className="relative self-end grid gap-3 justify-items-start max-w-108 m-4 py-4 px-4.5 bg-paper border border-edge leading-[1.4]">
            {isReady && (
              <button type="button" className="button" onClick={() => setShown(true)}>
                <Mark name="place" size={20} />
                {m.contact_map_show()}
              </button>
            )}
            <p>{m.contact_map_sketch()}</p>
          </div>
        </>
      )}
    </div>
  )
}

export function MapLinks() {
  const { position } = useCentre()
  const m = useMessages()
  return (
    <>
      <p className="flex flex-wrap gap-y-1 gap-x-8 mt-2 print:hidden">
        <a className="action" href={wholeMap(position)} target="_blank" rel="noopener noreferrer">
          <span className="sweeps">{m.contact_map_open()}</span>
          <span className="sr-only"> {m.contact_new_tab()}</span>
        </a>
        <a className="action" href={directions(position)} target="_blank" rel="noopener noreferrer">
          <span className="sweeps">{m.contact_map_directions()}</span>
          <span className="sr-only"> {m.contact_new_tab()}</span>
        </a>
      </p>
      <p className="hidden print:block print:mt-3">
        {withNodes((node) => m.contact_map_degrees({ degrees: node(<b>{inDegrees(position)}</b>) }))}
      </p>
    </>
  )
}

/** The button that had the focus is gone. */
function takeFocus(frame: HTMLIFrameElement | null) {
  frame?.focus()
}

function noChange() {
  return () => {}
}

function inBrowser() {
  return true
}

function onServer() {
  return false
}
