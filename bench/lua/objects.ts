// The hand-written program that objects.lua is compared with.

class Account {
  balance: number;
  trades = 0;

  constructor(balance: number) {
    this.balance = balance;
  }

  deposit(amount: number): void {
    this.balance += amount;
    this.trades += 1;
  }

  withdraw(amount: number): boolean {
    if (amount > this.balance) return false;
    this.balance -= amount;
    this.trades += 1;
    return true;
  }
}

export function objects(): number {
  let total = 0;
  for (let round = 1; round <= 2000; round += 1) {
    const account = new Account(100);
    for (let i = 1; i <= 100; i += 1) {
      if (i % 3 === 0) account.withdraw(i);
      else account.deposit(i);
    }
    total += account.balance + account.trades;
  }
  return total;
}
