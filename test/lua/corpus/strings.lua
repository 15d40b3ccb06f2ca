-- The string library.
print(("abc"):byte(1, -1), ("abc"):sub(2), ("abc"):sub(-2, -2), ("abc"):sub(0), ("abc"):sub(5), ("abc"):len())
print(string.char(72, 105), ("x"):rep(3, ","), ("abc"):reverse(), ("AbC"):lower(), ("AbC"):upper(), ("x"):rep(0), ("x"):rep(-1))
print(("hello world"):find("wor"), ("hello"):find("l"), ("hello"):find("xyz"), ("a.b"):find(".", 1, true), ("hello"):find("", 10), ("hello"):find("", 6))
print(("hello"):match("h(.)l"), ("key = value"):match("^(%w+)%s*=%s*(%w+)$"), ("2024-01-02"):match("(%d+)-(%d+)-(%d+)"))
print(("abc"):gsub("", "-"), ("hello world"):gsub("o", "0", 1), ("abc"):gsub("%w", { a = "1", b = false }), ("abc"):gsub("(a)(b)", "%2%1"))
print(("hello"):gsub("l+", function(m) return "<" .. m .. ">" end), ("x y z"):gsub("%s", "%%"))
for w in ("one two  three"):gmatch("%a+") do io = w print(w) end
for k, v in ("a=1, b=2"):gmatch("(%w+)=(%w+)") do print(k, v) end
print(("[[x]]"):match("%[%[(.-)%]%]"), ("f(a(b)c)d"):match("%b()"), ("THE (quick) fox"):find("%((%a+)%)"))
print(("THE (quick) fox"):gsub("%f[%a]%a+", string.lower), ("  trim  "):match("^%s*(.-)%s*$") .. "|")
print(("abc"):find("b", -1), ("abc"):find("b", -2), ("aXb"):find("%u"), ("a-b"):find("[a%-]", 2), ("x^y"):find("[%^x]"), ("]"):find("[]]"), ("a"):find("[^%s]"))
print(("abcabc"):match("()b()"), ("aa"):match("(a)%1"), ("x=1"):match("(%w)=(%d)"))
print(pcall(string.find, "a", "[a"), pcall(string.find, "a", "%"), pcall(string.gsub, "a", "(", "x"), pcall(string.rep, "x", -1))
print(string.format("%d %5d|%-5d|%05d|%+d|% d", 42, 42, 42, 42, 42, 42))
print(string.format("%x %X %#x %o %c %%", 255, 255, 255, 8, 65))
print(string.format("%f %.2f %10.3f|%-10.1f|%e %.3e %g %g %g", 3.14159, 2.5, 1.5, 1.25, 12345.678, 0.00012, 1e20, 0.0001, 100000))
print(string.format("%.0f %.0f %.0f %.1f %.2f %.3f", 0.5, 1.5, 2.5, 0.25, 0.125, 1.0005))
print(string.format("%s %10s|%-10s|%.2s", "str", "right", "left", "cut"), string.format("%q", 'a "quoted"\n\\ line'))
print(string.format("%s %s %s", nil, true, 12), string.format("%5s|%5s", true, 1.5), string.format("%i", 3.0))
print(string.format("%g %g %g %g", 0, 1e300, 1 / 0, -1 / 0), string.format("%.14g", 0.1), string.format("%.17g", 0.1), string.format("%5.1f", -0.05))
print(tostring(1e15), tostring(123456.789e3), tostring(-0.0), tostring(1e-5), tostring(123456789.123), 1e14, 1e13 + 0.5, 5e-324, 1.7976931348623157e308)
print(tonumber("  0x1F "), tonumber("1e2"), tonumber("1e"), tonumber(""), tonumber("z", 36), tonumber("ff", 16), tonumber("8", 8), tonumber("0x.8p1"), tonumber("1 2"), tonumber(nil))
print("\65\066\x43\z
       D", '\'', "tab\tq", #"\0a\0", "a\
b", [[
long]], [==[a]]b]==])
print(("%d"):format(3), ("x"):rep(3):upper(), #("é"), ("é"):byte(1, 2))
print(("abc" < "abd"), ("a" .. 1 .. 2.5), 1 .. "", -1 .. "")
print(table.concat({ 1, 2, 3 }, "-"), table.concat({}, "x"), table.concat({ "a", "b", "c" }, ",", 2, 3), table.concat({ 1 }, ",", 3))
print(("a,b,,c"):gsub(",", ";"), ("abc"):gsub(".", { a = 1, b = 2 }), ("hello"):gsub("", "x", 2))
print(string.format("%-5s|%5s|%05.1f|%+.2e", "ab", "cd", 3.14159, 12345.6789), ("%a"):rep(2))
