import { Fragment } from 'react'
import type { PublicCentre } from '#domain/centre/centre.ts'
import { fillIn } from '#domain/centre/own-words.ts'
import { type Inline, readBlocks, readInline } from '#domain/centre/texts/marks.ts'
import { formatsOf } from '#domain/language/formats.ts'
import type { CtaTarget } from '#domain/visits/cta-click.ts'
import { useCentre } from '#web/centre/use-centre.ts'
import { useLanguage } from '#web/language/use-messages.ts'
import { Link } from '#web/link.tsx'

type MarkedProps = { text: string; linkClass?: string }

/** A text of the centre's within a line: bold and links, and whatever else was typed as it is. */
export function Marked({ text, linkClass }: MarkedProps) {
  const say = useFillIn()
  return <Parts parts={readInline(text)} say={say} linkClass={linkClass} />
}

/** Paragraphs and lists. */
export function MarkedBlocks({ text }: { text: string }) {
  const say = useFillIn()
  return readBlocks(text).map((block, at) =>
    'list' in block ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: rendered from one text, in its order
      <ul key={at} className="marked-list">
        {block.list.map((item, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rendered from one text, in its order
          <li key={place}>
            <Parts parts={item} say={say} />
          </li>
        ))}
      </ul>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: rendered from one text, in its order
      <p key={at}>
        <Parts parts={block.paragraph} say={say} />
      </p>
    ),
  )
}

/** What is in braces, as the centre has it. */
export function useFillIn(): (text: string) => string {
  const centre = useCentre()
  const { list } = formatsOf(useLanguage())
  return (text) => fillIn(text, centre, list)
}

type PartsProps = { parts: Inline[]; say: (words: string) => string; linkClass?: string }

function Parts({ parts, say, linkClass }: PartsProps) {
  return parts.map((part, at) => {
    if (typeof part === 'string') return say(part)
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: rendered from one text, in its order
      <Fragment key={at}>
        {'bold' in part ? (
          <b>
            <Parts parts={part.bold} say={say} linkClass={linkClass} />
          </b>
        ) : (
          <To address={say(part.to)} className={linkClass}>
            <Parts parts={part.words} say={say} />
          </To>
        )}
      </Fragment>
    )
  })
}

type ToProps = { address: string; className?: string; children: React.ReactNode }

function To({ address, className, children }: ToProps) {
  const { contacts } = useCentre()
  if (address.startsWith('/') && !OWN_FILE.test(address)) {
    return (
      <Link className={className} to={address}>
        {children}
      </Link>
    )
  }
  const outside = address.startsWith('https:') && { target: '_blank', rel: 'noopener noreferrer' }
  const href = address.replace(/\s/g, '')
  return (
    <a className={className} href={href} data-cta={ctaClickOf(href, contacts)} {...outside}>
      {children}
    </a>
  )
}

/** What a press on it is counted as: the centre's own email, phone and chat. */
function ctaClickOf(
  href: string,
  { email, phone, whatsapp }: PublicCentre['contacts'],
): CtaTarget | undefined {
  if (href === `mailto:${email}`) return 'email'
  if (href === `tel:${phone.replaceAll(' ', '')}`) return 'phone'
  return href.startsWith(`https://wa.me/${whatsapp}`) ? 'chat' : undefined
}

/** What the router has no page for. */
const OWN_FILE = /^\/(?:files|api)\//
