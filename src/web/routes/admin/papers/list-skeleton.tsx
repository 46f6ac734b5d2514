/** The list in the shape of what comes. */
export function ListSkeleton() {
  return (
    <div role="status">
      <span className="sr-only">Reading the list …</span>
      <div className="desk-sheet register">
        {[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12].map((row) => (
          <div key={row} className="row">
            <span />
            <div className="thumbnail" />
            <div className="title grid gap-2 py-1">
              <div className="skeleton h-5 w-4/5" />
              <div className="skeleton h-4 w-2/5" />
            </div>
          </div>
        ))}
      </div>
    </div>
  )
}
