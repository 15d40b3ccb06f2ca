-- A bot written as a table of states: waiting, armed, in, cooling.
-- Each state is a function that answers the next one; plain Lua with closures and tables.
-- Inputs: interval, levels, minutes to cool down.

local interval = InputInterval('Interval', 15)
local armLevel = Input('Arm below', 35)
local fireLevel = Input('Fire above', 45)
local target = Input('Target %', 1.5)
local stop = Input('Stop %', 1)
local cooling = Input('Cooling', 90, 'Minutes')

local strength = RSI(ClosePrices(interval), 14)

local function machine(states)
    local self = {}
    function self.step(name)
        local state = states[name] or states.waiting
        local nextName = state() or name
        if nextName ~= name then
            Log(name .. ' -> ' .. nextName)
        end
        return nextName
    end
    return self
end

local bot = machine({
    waiting = function()
        if strength < armLevel then return 'armed' end
    end,
    armed = function()
        if strength > fireLevel then
            DoLong('turned up')
            return 'inside'
        end
    end,
    inside = function()
        if GetPositionDirection() == NoPosition and not IsAnyOrderOpen() then
            return 'waiting'
        end
        if TakeProfit(target) or StopLoss(stop) then
            DoExitPosition()
            Save('since', Time())
            return 'cooling'
        end
    end,
    cooling = function()
        if Time() - Load('since', 0) > cooling * 60 then return 'waiting' end
    end,
})

Save('state', bot.step(Load('state', 'waiting')))
