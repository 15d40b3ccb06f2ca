// The library that `import TradingView/ta/N` names, written anew from its public description and
// the formulas that the indicators are known by. What it lacks here is a name that is not known.

/** Pine text of the library; scripts call what it exports. */
export const TECHNICAL_ANALYSIS = `//@version=6
library("ta")

ewma(float source, float alpha) =>
    float result = na
    result := alpha * source + (1.0 - alpha) * nz(result[1], source)
    result

smoothed(float value, bool isExponential, simple int length) =>
    float exponential = ta.ema(value, length)
    float simple_ = ta.sma(value, length)
    isExponential ? exponential : simple_

signed(float source, simple int length) =>
    float value = math.sign(ta.change(close)) * source
    100.0 * ta.ema(value, length) / ta.ema(source, length)

volatilityStop(float source, float range_, float factor) =>
    float distance = nz(range_ * factor, ta.tr)
    var bool isUp = true
    var float highest = source
    var float lowest = source
    var float stop = 0.0
    highest := math.max(highest, source)
    lowest := math.min(lowest, source)
    stop := nz(isUp ? math.max(stop, highest - distance) : math.min(stop, lowest + distance), source)
    bool wasUp = isUp
    isUp := source - stop >= 0.0
    if isUp != wasUp and not barstate.isfirst
        highest := source
        lowest := source
        stop := isUp ? highest - distance : lowest + distance
    [stop, isUp]

trend(float factor, float range_, bool wicks) =>
    float upper = hl2 + factor * range_
    float lower = hl2 - factor * range_
    float before = nz(lower[1])
    float above = nz(upper[1])
    float lowPrice = (wicks ? low : close)[1]
    float highPrice = (wicks ? high : close)[1]
    lower := lower > before or lowPrice < before ? lower : before
    upper := upper < above or highPrice > above ? upper : above
    int direction = na
    float line_ = na
    float lineBefore = line_[1]
    if na(range_[1])
        direction := 1
    else if lineBefore == above
        direction := (wicks ? high : close) > upper ? -1 : 1
    else
        direction := (wicks ? low : close) < lower ? 1 : -1
    line_ := direction == -1 ? lower : upper
    [line_, direction]

export ema2(float src, float length) => ewma(src, 2.0 / (math.max(1.0, length) + 1.0))

export rma2(float src, float length) => ewma(src, 1.0 / math.max(1.0, length))

export atr2(float length) => ewma(ta.tr(true), 1.0 / math.max(1.0, length))

export dema(float source, simple int length) =>
    float once_ = ta.ema(source, length)
    2.0 * once_ - ta.ema(once_, length)

export dema2(float src, float length) =>
    float once_ = ema2(src, length)
    2.0 * once_ - ema2(once_, length)

export tema(float source, simple int length) =>
    float once_ = ta.ema(source, length)
    float twice = ta.ema(once_, length)
    3.0 * (once_ - twice) + ta.ema(twice, length)

export tema2(float src, float length) =>
    float once_ = ema2(src, length)
    float twice = ema2(once_, length)
    3.0 * (once_ - twice) + ema2(twice, length)

generalized(float source, simple int length, float factor) =>
    float once_ = ta.ema(source, length)
    once_ * (1.0 + factor) - ta.ema(once_, length) * factor

export t3(float source, simple int length, float vf = 0.7) =>
    generalized(generalized(generalized(source, length, vf), length, vf), length, vf)

generalized2(float source, float length, float factor) =>
    float once_ = ema2(source, length)
    once_ * (1.0 + factor) - ema2(once_, length) * factor

export t3Alt(float source, float length, float vf = 0.7) =>
    generalized2(generalized2(generalized2(source, length, vf), length, vf), length, vf)

export trima(float source, simple int length) =>
    ta.sma(ta.sma(source, int(math.ceil(length / 2.0))), int(math.floor(length / 2.0)) + 1)

export allTimeHigh(float src = high) =>
    var float result = src
    result := math.max(nz(result, src), nz(src, result))
    result

export allTimeLow(float src = low) =>
    var float result = src
    result := math.min(nz(result, src), nz(src, result))
    result

export highestSince(bool cond, float source = high) =>
    var float result = na
    result := cond ? source : math.max(nz(result, source), source)
    result

export lowestSince(bool cond, float source = low) =>
    var float result = na
    result := cond ? source : math.min(nz(result, source), source)
    result

export ao(float source = hl2, simple int shortLength = 5, simple int longLength = 34) =>
    ta.sma(source, shortLength) - ta.sma(source, longLength)

export aroon(simple int length) =>
    float up = 100.0 * (ta.highestbars(high, length + 1) + length) / length
    float down = 100.0 * (ta.lowestbars(low, length + 1) + length) / length
    [up, down]

export cagr(int entryTime, float entryPrice, int exitTime, float exitPrice) =>
    float years = (exitTime - entryTime) / 31536000000.0
    bool isKnown = exitTime - entryTime >= 86400000 and time >= exitTime
    isKnown ? 100.0 * (math.pow(exitPrice / entryPrice, 1.0 / years) - 1.0) : na

export changePercent(float newValue, float oldValue) => (newValue - oldValue) / oldValue * 100.0

export coppock(float source, simple int longLength, simple int shortLength, simple int smoothLength) =>
    ta.wma(ta.roc(source, longLength) + ta.roc(source, shortLength), smoothLength)

export dm(simple int length) =>
    float up = ta.sma(math.max(ta.change(high), 0.0), length)
    float down = ta.sma(math.max(-ta.change(low), 0.0), length)
    up / (up + down)

export donchian(int length) => math.avg(ta.lowest(low, length), ta.highest(high, length))

export eom(simple int length, simple int div = 10000) =>
    ta.sma(div * ta.change(hl2) * (high - low) / volume, length)

export ft(float source, simple int length) =>
    float top = ta.highest(source, length)
    float bottom = ta.lowest(source, length)
    var float value = 0.0
    var float fisher = 0.0
    value := 0.66 * ((source - bottom) / (top - bottom) - 0.5) + 0.67 * nz(value[1])
    value := value > 0.99 ? 0.999 : value < -0.99 ? -0.999 : value
    fisher := 0.5 * math.log((1.0 + value) / (1.0 - value)) + 0.5 * nz(fisher[1])
    fisher

export ht(float source) =>
    0.0962 * source + 0.5769 * nz(source[2]) - 0.5769 * nz(source[4]) - 0.0962 * nz(source[6])

export ichimoku(simple int conLength, simple int baseLength, simple int senkouLength) =>
    float conversion = donchian(conLength)
    float base = donchian(baseLength)
    float second = donchian(senkouLength)
    [conversion, base, math.avg(conversion, base), second]

export ift(float source) => (math.exp(2.0 * source) - 1.0) / (math.exp(2.0 * source) + 1.0)

export pzo(simple int length) => signed(close, length)

export vzo(simple int length) => signed(volume, length)

export rms(float source, int length) => math.sqrt(math.sum(source * source, length) / length)

export rwi(simple int length) =>
    float range_ = ta.atr(length) * math.sqrt(length)
    [(high - nz(low[length])) / range_, (nz(high[length]) - low) / range_]

export stc(float source, simple int fast, simple int slow, simple int cycle, simple int d1, simple int d2) =>
    float difference = ta.ema(source, fast) - ta.ema(source, slow)
    float once_ = ta.ema(nz(fixnan(ta.stoch(difference, difference, difference, cycle))), d1)
    float twice = ta.ema(nz(fixnan(ta.stoch(once_, once_, once_, cycle))), d2)
    math.max(math.min(twice, 100.0), 0.0)

export stochFull(simple int periodK, simple int smoothK, simple int periodD) =>
    float k = ta.sma(ta.stoch(close, high, low, periodK), smoothK)
    [k, ta.sma(k, periodD)]

export stochRsi(simple int lengthRsi, simple int periodK, simple int smoothK, simple int periodD, float source = close) =>
    float rsi = ta.rsi(source, lengthRsi)
    float k = ta.sma(ta.stoch(rsi, rsi, rsi, periodK), smoothK)
    [k, ta.sma(k, periodD)]

export supertrend(float factor, simple int atrLength, simple bool wicks = false) =>
    trend(factor, ta.atr(atrLength), wicks)

export supertrend2(float factor, float atrLength, simple bool wicks = false) =>
    trend(factor, atr2(atrLength), wicks)

export szo(float source, simple int length) =>
    100.0 * tema(math.sign(ta.change(source)), length) / length

export trix(float source, simple int length, simple int signalLength, simple bool exponential = true) =>
    float once_ = smoothed(math.log(source), exponential, length)
    float twice = smoothed(once_, exponential, length)
    float thrice = smoothed(twice, exponential, length)
    float value = 10000.0 * ta.change(thrice)
    float signal = smoothed(value, exponential, signalLength)
    [value, signal, value - signal]

export uo(simple int fastLen, simple int midLen, simple int slowLen) =>
    float top = math.max(high, close[1])
    float bottom = math.min(low, close[1])
    float pressure = close - bottom
    float range_ = top - bottom
    float fast = math.sum(pressure, fastLen) / math.sum(range_, fastLen)
    float mid = math.sum(pressure, midLen) / math.sum(range_, midLen)
    float slow = math.sum(pressure, slowLen) / math.sum(range_, slowLen)
    100.0 * (4.0 * fast + 2.0 * mid + slow) / 7.0

export vhf(float source, simple int length) =>
    (ta.highest(source, length) - ta.lowest(source, length)) / math.sum(math.abs(ta.change(source)), length)

export vi(simple int length) =>
    float range_ = math.sum(ta.tr, length)
    float plus = math.sum(math.abs(high - low[1]), length)
    float minus = math.sum(math.abs(low - high[1]), length)
    [plus / range_, minus / range_]

export vStop(float source, simple int atrLength, float atrFactor = 1.0) =>
    volatilityStop(source, ta.atr(atrLength), atrFactor)

export vStop2(float source, float atrLength, float atrFactor = 1.0) =>
    volatilityStop(source, atr2(atrLength), atrFactor)

export williamsFractal(simple int period = 2) =>
    bool isUp = not na(ta.pivothigh(high, period, period))
    bool isDown = not na(ta.pivotlow(low, period, period))
    [isUp, isDown]

export requestUpAndDownVolume(simple string lowerTimeframe) =>
    [opens, closes, volumes] = request.security_lower_tf(syminfo.tickerid, lowerTimeframe, [open, close, volume])
    float up = 0.0
    float down = 0.0
    var float before = na
    var bool isUp = true
    for [index, last] in closes
        float first = opens.get(index)
        if last != first
            isUp := last > first
        else if not na(before) and last != before
            isUp := last > before
        if isUp
            up += volumes.get(index)
        else
            down -= volumes.get(index)
        before := last
    [up, down, up + down]

export requestVolumeDelta(simple string lowerTimeframe, simple string cumulativePeriod = "") =>
    [up, down, delta] = requestUpAndDownVolume(lowerTimeframe)
    bool isNew = cumulativePeriod == "" ? true : timeframe.change(cumulativePeriod)
    var float total = 0.0
    float first = isNew ? 0.0 : total
    total := first + delta
    [first, math.max(first, total), math.min(first, total), total]
`;
