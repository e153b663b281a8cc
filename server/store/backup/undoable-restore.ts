/** Restores a backup into the stores of a running server, as a whole or not at all. */
import { basename } from 'node:path'
import { failureText, MachineError } from '#domain/errors'
import { type Account, isPhone } from '../documents/account-store.ts'
import type { Stores } from '../shared/stores.ts'
import { type Backup, readBackup } from './backup.ts'
import { writeSafetyBackup } from './backup-files.ts'
import { type RestoreCount, restoreBackup } from './restore.ts'

interface UndoableRestore {
  /** The folder of the backups. */
  folder: string
  /** The author of the change. */
  by: string
  /** The account that restores. It stays as it is, and so do the paired phones. */
  user?: string
  /** True if persons whom the backup lists as erased elsewhere are erased here too. */
  eraseToo?: boolean
}

/**
 * Restores a backup, after a backup of what is there. Sessions stay, except those of accounts that the backup does not
 * have, or has with another password. Nothing else may change the stores meanwhile.
 * @returns what was restored, and the name of the backup of what was there
 * @throws MachineError, after which everything is as it was, unless the message says otherwise
 */
export async function restoreOrUndo(
  stores: Stores,
  backup: Backup,
  { folder, by, user, eraseToo }: UndoableRestore,
): Promise<RestoreCount & { saved: string }> {
  const saved = await writeSafetyBackup(stores, folder, 'restaurar')
  const before = await stores.accounts.list()
  const change = stores.pilots.lastChange
  const options = { by, keepsSessions: true }
  try {
    const accounts = accountsAfter(backup.accounts, before, user)
    const count = await restoreBackup(stores, { ...backup, accounts }, { ...options, eraseToo })
    return { ...count, saved: basename(saved) }
  } catch (error) {
    const reason = failureText(error as Error)
    // The pilots are the first that a restore changes.
    if (stores.pilots.lastChange !== change)
      await undo(stores, saved, before, options).catch((failure) => {
        throw new MachineError(
          `La restauración se detuvo a la mitad: ${reason}. Lo que había está en ${saved}: cierre el kiosco y haga ` +
            `pilotos restore "${saved}" --force`,
          failure,
        )
      })
    throw new MachineError(`La copia no se restauró: ${reason}. Todo quedó como estaba`, error)
  }
}

async function undo(
  stores: Stores,
  saved: string,
  accounts: readonly Account[],
  options: Parameters<typeof restoreBackup>[2],
): Promise<void> {
  await restoreBackup(stores, { ...(await readBackup(saved)), accounts: [...accounts] }, options)
}

/** Returns the accounts of a backup, but with the given one and the paired phones as they are now. */
function accountsAfter(restored: readonly Account[], now: readonly Account[], user?: string): Account[] {
  const kept = now.filter((account) => account.user === user || isPhone(account))
  const names = new Set(kept.map((account) => account.user))
  return [...restored.filter((account) => !names.has(account.user)), ...kept]
}
