-- Objects with methods through a metatable.
local Account = {}
Account.__index = Account
function Account.new(balance) return setmetatable({ balance = balance, trades = 0 }, Account) end
function Account:deposit(amount) self.balance = self.balance + amount self.trades = self.trades + 1 end
function Account:withdraw(amount)
  if amount > self.balance then return false end
  self.balance = self.balance - amount
  self.trades = self.trades + 1
  return true
end
local total = 0
for round = 1, 2000 do
  local account = Account.new(100)
  for i = 1, 100 do
    if i % 3 == 0 then account:withdraw(i) else account:deposit(i) end
  end
  total = total + account.balance + account.trades
end
return total
