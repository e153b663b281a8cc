/** An account store that ends sessions when their account changes: `pilotos staff remove` signs out a lost phone. */
import type { AccountStore } from '../store/contract/account-store.ts'
import type { Sessions } from './sessions.ts'

export function endingSessions(accounts: AccountStore, sessions: Sessions): AccountStore {
  return {
    list: () => accounts.list(),
    async put(account) {
      await accounts.put(account)
      sessions.endAll((user) => user === account.user)
    },
    async remove(name) {
      const isRemoved = await accounts.remove(name)
      sessions.endAll((user) => user === name)
      return isRemoved
    },
    async replace(all) {
      await accounts.replace(all)
      sessions.endAll(() => true)
    },
  }
}
