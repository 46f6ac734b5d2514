import { useIsListAsked } from './use-asked-list.ts'

/** The page of a list: while another list is asked for, what would be wrong stands at half strength. */
export function ListPage({ children }: { children: React.ReactNode }) {
  const isAsked = useIsListAsked()
  return (
    <main id="content" className="page list-page wrap" data-asked={isAsked || undefined}>
      <div className="ruled">{children}</div>
    </main>
  )
}
