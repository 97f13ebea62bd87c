-- Merges what one instance tells of a session, and answers with all that is known of it.
--
-- KEYS[1] the session   KEYS[2] the witness of its part, which is gone when the part was emptied
-- ARGV    1 instance, 2 id of this word, 3 whether something before it may not have arrived (1),
--         4 sequence and 5 number of commits under way (or empty),
--         6 committed and 7 unproven, microseconds from now (or empty),
--         8 primary, replica or covered (or empty), 9 server, 10 id of the read that it comes after,
--         11 lifetime of the session, in milliseconds, 12 that of a commit under way, in
--         microseconds, 13 and on: source and highest number of the position, in turn
--
-- Times are microseconds since 1970, which a Lua number holds exactly. Transaction numbers are not,
-- so they stay texts: the longer one is the higher, of two of one length the later in the alphabet.
-- In the session: p:SOURCE position, wt written at, ut unproven at, rt read at, ro read on,
-- rv id of the read, u:INSTANCE sequence and deadline of its commits under way (0: none).

local clock = redis.call('TIME')
local now = clock[1] * 1000000 + clock[2]
local run = string.match(redis.call('INFO', 'server'), 'run_id:(%w+)')
local evicted = string.match(redis.call('INFO', 'stats'), 'evicted_keys:(%d+)')
if not run or not evicted then
  return redis.error_reply('INFO must tell run_id and evicted_keys')
end

-- another one after each promotion; a server that was deposed and comes back has its old run_id
local line = string.match(redis.call('INFO', 'replication'), 'master_replid:(%w+)') or ''

local witness = redis.call('GET', KEYS[2])
if not witness or ARGV[3] == '1' then
  witness = ARGV[2]
  redis.call('SET', KEYS[2], witness)
end

local session = {}
local flat = redis.call('HGETALL', KEYS[1])
for i = 1, #flat, 2 do
  session[flat[i]] = flat[i + 1]
end
local changed = false

local function set(field, value)
  if session[field] ~= value then
    session[field] = value
    redis.call('HSET', KEYS[1], field, value)
    changed = true
  end
end

local function raise(field, time)
  local known = tonumber(session[field])
  if not known or time > known then
    set(field, string.format('%.0f', time))
  end
end

local function read(server)
  set('ro', server)
  set('rv', ARGV[2])
  set('rt', string.format('%.0f', now))
end

if ARGV[4] ~= '' then
  local mine = 'u:' .. ARGV[1]
  local known = session[mine] and tonumber(string.match(session[mine], '^%d+')) or 0
  if tonumber(ARGV[4]) > known then
    local deadline = ARGV[5] == '0' and 0 or now + ARGV[12]
    set(mine, ARGV[4] .. ':' .. string.format('%.0f', deadline))
  end
end

for i = 13, #ARGV, 2 do
  local known = session['p:' .. ARGV[i]]
  local number = ARGV[i + 1]
  if not known or #number > #known or (#number == #known and number > known) then
    set('p:' .. ARGV[i], number)
  end
end
if ARGV[6] ~= '' then
  raise('wt', now + ARGV[6])
end
if ARGV[7] ~= '' then
  raise('ut', now + ARGV[7])
end

if ARGV[8] == 'primary' then
  read('')
elseif ARGV[8] == 'replica' and session['ro'] ~= ARGV[9] then
  read((session['rv'] or '') == ARGV[10] and ARGV[9] or '')
elseif ARGV[8] == 'covered' and session['rv'] == ARGV[10] then
  redis.call('HDEL', KEYS[1], 'ro', 'rv', 'rt')
  session['ro'], session['rv'], session['rt'] = nil, nil, nil
  changed = true
end

-- an instance that has not ended its commit by now has died, or cannot tell
local underway = '0'
local late = {}
for field, value in pairs(session) do
  if string.sub(field, 1, 2) == 'u:' then
    local sequence, deadline = string.match(value, '^(%d+):(%d+)$')
    deadline = tonumber(deadline)
    if deadline > 0 and deadline <= now then
      late[field] = sequence .. ':0'
    elseif deadline > 0 and field ~= 'u:' .. ARGV[1] then
      underway = '1'
    end
  end
end
for field, value in pairs(late) do
  set(field, value)
  raise('wt', now)
  raise('ut', now)
end

if changed or (next(session) and redis.call('PTTL', KEYS[1]) < ARGV[11] / 2) then
  redis.call('PEXPIRE', KEYS[1], ARGV[11])
end

local answer = {
  run .. ':' .. line .. ':' .. evicted .. ':' .. witness, string.format('%.0f', now), underway,
  session['wt'] or '', session['ut'] or '', session['rt'] or '', session['ro'] or '',
  session['rv'] or ''
}
for field, value in pairs(session) do
  if string.sub(field, 1, 2) == 'p:' then
    answer[#answer + 1] = string.sub(field, 3)
    answer[#answer + 1] = value
  end
end
return answer
