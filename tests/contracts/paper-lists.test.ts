import { ENGINE } from '../support/engine.ts'
import { describePaperLists } from './paper-lists.contract.ts'

describePaperLists(`the lists of ${ENGINE}`)
