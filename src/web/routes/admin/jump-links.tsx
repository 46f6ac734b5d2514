const SECTIONS = [
  ['pricing-heading', 'Prices'],
  ['upload-heading', 'Upload'],
  ['uploaded-heading', 'Papers'],
] as const

/** `papers` is their number in words, '' until known. */
export function JumpLinks({ papers }: { papers: string }) {
  return (
    <nav aria-label="On this page">
      <ul className="jump-links">
        {SECTIONS.map(([id, name], at) => (
          <li key={id}>
            <a className="action" href={`#${id}`} onClick={(event) => jump(event, id)}>
              <span className="number" aria-hidden="true">
                {at + 1}.
              </span>
              <span className="sweeps">{name}</span>
            </a>
            {id === 'uploaded-heading' && papers && <span className="marks">[{papers}]</span>}
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** The address, which holds the list's filters, must not change. */
function jump(event: React.MouseEvent, id: string) {
  const heading = document.getElementById(id)
  if (!heading || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
  event.preventDefault()
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
  heading.scrollIntoView()
}
