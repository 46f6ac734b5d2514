/** Before a number or a letter that belongs to the word ahead. */
const WITH_NUMBER = /(\S+ (?:\d{1,3}|[A-Z])(?=[\s,.:;)]|$))/

/** "Set 3" and "Class 12" stay on one line, in a title that may break elsewhere. */
export function NoBreakTitle({ children }: { children: string }) {
  const parts = children.split(WITH_NUMBER)
  return parts.map((part, at) =>
    at % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text, in their order
      <span key={at} className="whitespace-nowrap">
        {part}
      </span>
    ),
  )
}
