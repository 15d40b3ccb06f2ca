-- A ladder of buy orders whose rungs the user writes into a table, each with its own target.
-- Every rung is a position of its own, so that one can be sold while others wait.
-- Inputs: a table of distances, shares and targets.

local rows = InputTable(
    InputTableOptions('Rungs', 3, 8),
    InputTableColumn('Distance %', 1, 2, 4),
    InputTableColumn('Share', 0.2, 0.3, 0.5),
    InputTableColumn('Target %', 0.8, 1.2, 2)
)

local base = Load('base', 0)
local price = CurrentPrice()

local rungs = Load('rungs', {})
local open = 0
for index = 1, #rows do
    local rung = rungs[index] or { id = NewGuid(), order = '' }
    rungs[index] = rung
    if GetPositionAmount(rung.id) > 0 or IsAnyOrderOpen(rung.id) then
        open = open + 1
    end
end

-- The ladder stands below where the price was when nothing was open.
if open == 0 or base == 0 then
    base = price.close
end

for index, row in ipairs(rows) do
    local rung = rungs[index]
    local amount = GetPositionAmount(rung.id)
    if amount == 0 and not IsAnyOrderOpen(rung.id) then
        local rungPrice = SubPercentage(base, row[1])
        PlaceBuyOrder(rungPrice, TradeAmount() * row[2], {
            positionId = rung.id,
            type = NoTimeOutOrderType,
            note = 'rung ' .. index,
        })
    elseif amount > 0 and not IsAnyOrderOpen(rung.id) then
        local target = AddPercentage(AverageEnterPrice(rung.id), row[3])
        PlaceExitPositionOrder(rung.id, target, { type = NoTimeOutOrderType, note = 'target' })
    end
end

Save('base', base)
Save('rungs', rungs)
