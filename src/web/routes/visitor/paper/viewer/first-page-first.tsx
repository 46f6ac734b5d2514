import { useContext } from 'react'
import { NonceContext } from '#web/nonce.ts'

/**
 * Runs while the document is read, at the end of the first page: the pictures of the others are not asked for until it has
 * arrived or failed, since they would share its connection. Not where the address names a page to begin at.
 */
const WAIT = `{const p=document.currentScript.parentElement.querySelector('img'),o=p&&p.closest('ol');if(p&&!p.complete&&!location.hash){o.dataset.first='awaited';for(const e of ['load','error'])p.addEventListener(e,()=>delete o.dataset.first,{once:true})}}`

/** The last thing in the first page; without JavaScript all pages are fetched as the browser likes. */
export function FirstPageFirst() {
  const nonce = useContext(NonceContext)
  // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours
  return <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: WAIT }} />
}
