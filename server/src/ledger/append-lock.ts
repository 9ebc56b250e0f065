/** The advisory lock of `ledger.append` (migration 0001), for who needs the ledger to stand still. */
export const appendLock = 7_226_001;
