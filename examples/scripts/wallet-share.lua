-- Position size from the wallet.
-- Each entry takes a share of what is available, within the limits of the market; the share shrinks
-- after losses.
-- Inputs: share of the wallet, least share, how much a loss takes from it.

HideTradeAmountSettings()

local share = Input('Share of wallet %', 20)
local least = Input('Least share %', 5)
local penalty = Input('Cut after a loss %', 5)

local market = PriceMarket()
local price = CurrentPrice()
local money = UnderlyingAsset()

local report = GetTradingReport()
local used = Max(least, share - penalty * report.losingPositions)

local free = WalletAmount(AccountGuid(), money)
local amount = ParseTradeAmount(market, price.ask,
    MarginToTradeAmount(price.ask, free * used / 100, Leverage()))

local stochastic = STOCH(HighPrices(), LowPrices(), ClosePrices(), 14, 3, 3)
local isLow = stochastic.slowK < 20 and CrossOver(stochastic.slowK, stochastic.slowD)
local isHigh = stochastic.slowK > 80 and CrossUnder(stochastic.slowK, stochastic.slowD)

local held = GetPositionAmount()
if held == 0 and isLow and not IsAnyOrderOpen() then
    if IsTradeAmountEnough(market, price.ask, amount, true) and WalletCheck(AccountGuid(), money, 10) then
        Log('entering with ' .. used .. ' % of ' .. free .. ' ' .. money)
        if MarketType() == SpotTrading then
            PlaceBuyOrder(price.ask, amount)
        else
            PlaceGoLongOrder(price.ask, amount)
        end
    end
elseif held > 0 and (isHigh or StopLoss(5)) and not IsAnyOrderOpen() then
    PlaceExitPositionOrder({ note = 'high or stop' })
end
