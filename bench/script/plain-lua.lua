-- Tables with string keys, a closure with state, lists, pairs and ipairs: 100 mixed turns an update.
local function makeAverage(size)
  local window, sum, at = {}, 0, 1
  return function(value)
    local old = window[at]
    if old then sum = sum - old end
    window[at] = value
    sum = sum + value
    at = at % size + 1
    return sum / #window
  end
end

bar = (bar or 0) + 1
local average = makeAverage(10)
local stats = { sum = 0, count = 0, high = -1e9, low = 1e9 }
local prices = {}
local levels = { support = 10, resistance = 90, pivot = 50 }
for i = 1, 100 do
  local price = (i * 7919 + bar * 31) % 100 + 0.5
  prices[#prices + 1] = price
  stats.sum = stats.sum + average(price)
  stats.count = stats.count + 1
  if price > stats.high then stats.high = price end
  if price < stats.low then stats.low = price end
  local order = { side = i % 2 == 0 and "buy" or "sell", price = price, amount = i }
  if order.side == "buy" then stats.sum = stats.sum + order.price * order.amount
  else stats.sum = stats.sum - order.price * order.amount end
  local name = i % 3 == 0 and "support" or i % 3 == 1 and "resistance" or "pivot"
  levels[name] = levels[name] + 1
end
for _, price in ipairs(prices) do stats.sum = stats.sum + price end
for key, value in pairs(levels) do stats.sum = stats.sum + value + #key end
total = (total or 0) + stats.sum / stats.count + stats.high - stats.low
