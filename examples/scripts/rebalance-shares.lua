-- Keeps a fixed share of the wallet in the coin, and trades when it has drifted too far.
-- Inputs: the share, the drift that is accepted, the least minutes between two trades.

local share = InputSlider('Share', 0.1, 0.9, 8)
local drift = Input('Accepted drift', 5, 'Percent of the whole')
local pause = Input('Pause', 60, 'Minutes')

local price = CurrentPrice()
local coin = Balance(AccountGuid(), BaseCurrency()).total
local money = Balance(AccountGuid(), QuoteCurrency()).total
local whole = coin * price.close + money
if whole <= 0 then
    LogWarning('the wallet is empty')
    return
end

local present = coin * price.close / whole
Plot(1, 'share', present * 100, SkyBlue)
PlotHorizontalLine(1, 'wanted', Green, share * 100)

local isFar = Abs(present - share) * 100 > drift
local isRested = Time() - Load('last', 0) > pause * 60
if not (isFar and isRested) or IsAnyOrderOpen() then return end

local amount = Abs(share - present) * whole / price.close
local market = PriceMarket()
if not IsTradeAmountEnough(market, price.close, amount, false) then return end

local order
if present < share then
    order = PlaceBuyOrder(price.bid, amount, { type = MakerOrCancelOrderType, note = 'too little' })
else
    order = PlaceSellOrder(price.ask, amount, { type = MakerOrCancelOrderType, note = 'too much' })
end
if order ~= '' then
    Save('last', Time())
    CustomReport('Rebalanced', Load('count', 0) + 1)
    Save('count', Load('count', 0) + 1)
end
