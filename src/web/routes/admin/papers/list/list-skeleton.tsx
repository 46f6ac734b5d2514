export function ListSkeleton() {
  return (
    <div role="status">
      <span className="sr-only">Reading the list …</span>
      <div className="count-line register-head h-11.5">
        <div className="skeleton min-[22rem]:max-sm:hidden h-5 w-40" data-short />
      </div>
      <div className="desk-sheet register">
        {[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12].map((row) => (
          <div key={row}>
            <span className="tick-box" />
            <div className="thumbnail" />
            <div className="row-words">
              <div className="title grid gap-2 lg:flex">
                <div className="skeleton h-5 w-4/5 max-sm:h-11" />
              </div>
              <div className="all-facts">
                <div className="skeleton mt-2 h-4 w-3/5 lg:hidden" />
              </div>
            </div>
            <div className="row-buttons h-11 w-11 sm:w-28" />
          </div>
        ))}
      </div>
    </div>
  )
}
