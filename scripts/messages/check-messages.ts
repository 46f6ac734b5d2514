import { findFaults, readCode } from './find-faults.ts'
import { readAllMessages } from './read-messages.ts'

const faults = findFaults(readAllMessages(), readCode())
for (const fault of faults) console.error(fault)
process.exit(faults.length === 0 ? 0 : 1)
