-- Numbers what instances ask, keeps what the servers said to one of them, and answers with what helps
-- the one that asks, or lets it ask a server itself.
--
-- KEYS[1] the servers of one database
-- ARGV    1 an id for a new era, 2 the history that the looks belong to, 3 lifetime in milliseconds,
--         4 number of looks, then for each its server, ticket, whether it takes writes (1), its set,
--         and to the end for each wanted server: its name, the least ticket that helps (or empty),
--         and after how many microseconds somebody may ask it again (or empty: not this instance)
--
-- A ticket is Redis' time in microseconds, or one more than the last one where that is later: they
-- rise for ever, even if an older state of this hash comes back. All that is proved by them rests on
-- that order alone; times only tell how long ago somebody went to ask.
-- In the hash: era, ticket, and of each server t:SERVER ticket, w: takes writes, x: set, c: asked at.

local clock = redis.call('TIME')
local now = clock[1] * 1000000 + clock[2]
local run = string.match(redis.call('INFO', 'server'), 'run_id:(%w+)')
if not run then
  return redis.error_reply('INFO must tell run_id')
end
-- another one after each promotion; a server that was deposed and comes back has its old run_id
local line = string.match(redis.call('INFO', 'replication'), 'master_replid:(%w+)') or ''

local function text(number)
  return string.format('%.0f', number)
end

local known = redis.call('HMGET', KEYS[1], 'era', 'ticket')
local era = known[1] or ARGV[1]
local ticket = math.max(now, (tonumber(known[2] or '') or 0) + 1)
redis.call('HSET', KEYS[1], 'era', era, 'ticket', text(ticket))
redis.call('PEXPIRE', KEYS[1], ARGV[3])
local history = run .. ':' .. line .. ':' .. era

local last = 4 + 4 * ARGV[4]
for i = 5, last, 4 do
  local server = ARGV[i]
  local began = tonumber(ARGV[i + 1])
  local before = tonumber(redis.call('HGET', KEYS[1], 't:' .. server) or '') or 0
  if ARGV[2] == history and began > before and began < ticket then
    redis.call('HSET', KEYS[1], 't:' .. server, ARGV[i + 1], 'w:' .. server, ARGV[i + 2],
      'x:' .. server, ARGV[i + 3])
  end
end

local looks, yours = {}, {}
for i = last + 1, #ARGV, 3 do
  local server = ARGV[i]
  local seen = redis.call('HMGET', KEYS[1], 't:' .. server, 'w:' .. server, 'c:' .. server)
  if ARGV[i + 1] ~= '' and seen[1] and tonumber(seen[1]) >= tonumber(ARGV[i + 1]) then
    looks[#looks + 1] = server
    looks[#looks + 1] = seen[1]
    looks[#looks + 1] = seen[2]
    looks[#looks + 1] = redis.call('HGET', KEYS[1], 'x:' .. server)
  end
  if ARGV[i + 2] ~= '' then
    local asked = tonumber(seen[3] or '')
    if not asked or asked > now or now - asked >= tonumber(ARGV[i + 2]) then
      redis.call('HSET', KEYS[1], 'c:' .. server, text(now))
      yours[#yours + 1] = server
    end
  end
end

local answer = {history, text(ticket), tostring(#looks / 4)}
for _, word in ipairs(looks) do
  answer[#answer + 1] = word
end
for _, server in ipairs(yours) do
  answer[#answer + 1] = server
end
return answer
